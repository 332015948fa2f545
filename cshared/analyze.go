package main

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/connect"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/session"
)

// analyze answers a question of fl_analyze; flintlake.h lists them.
func analyze(s *session.Session, kind string, request []byte) (answer []byte, err error) {
	defer caught(&err)
	switch kind {
	case "ddl_parse":
		t, err := types.ParseSchema(string(request))
		if err != nil {
			return nil, err
		}
		return []byte(types.JSON(t)), nil
	case "json_to_ddl":
		return ddl(request)
	}
	if s == nil {
		return nil, unknownHandle()
	}
	switch kind {
	case "schema":
		schema, err := s.AnalyzeSchema(context.Background(), request)
		if err != nil {
			return nil, err
		}
		return []byte(types.JSON(schema)), nil
	case "explain":
		mode, message, _ := bytes.Cut(request, []byte{'\n'})
		rel, err := relation(message)
		if err != nil {
			return nil, err
		}
		text, err := s.Explain(context.Background(), rel, string(mode))
		return []byte(text), err
	}
	return setting(s, kind, request)
}

func ddl(request []byte) ([]byte, error) {
	t, err := types.FromJSON(request)
	if err != nil {
		return nil, err
	}
	if schema, ok := t.(types.StructType); ok {
		return []byte(schema.ToDDL()), nil
	}
	return []byte(t.SQL()), nil
}

// relation is the relation of a Plan message.
func relation(message []byte) (plan.Relation, error) {
	p, err := connect.DecodePlan(message)
	if err != nil {
		return nil, err
	}
	if p.Relation == nil {
		return nil, sparkerr.Internal("a command has no schema before it runs")
	}
	return p.Relation, nil
}

// setting reads and changes settings.
func setting(s *session.Session, kind string, request []byte) ([]byte, error) {
	settings, key := s.Conf(), string(request)
	switch kind {
	case "conf_get":
		v, err := settings.Lookup(key)
		if err != nil {
			return nil, err
		}
		return json.Marshal(v)
	case "conf_lookup":
		if v, ok := settings.Get(key); ok {
			return json.Marshal(v)
		}
		return []byte("null"), nil
	case "conf_set":
		var pair [2]string
		if err := json.Unmarshal(request, &pair); err != nil {
			return nil, sparkerr.Internal("a setting is not a pair: %v", err)
		}
		return nil, settings.Set(pair[0], pair[1])
	case "conf_unset":
		return nil, settings.Unset(key)
	case "conf_all":
		return json.Marshal(settings.GetAll())
	case "conf_is_modifiable":
		return json.Marshal(settings.IsModifiable(key))
	}
	return nil, sparkerr.Unsupported("the question " + kind)
}
