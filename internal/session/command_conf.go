package session

import (
	"context"
	"sort"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/conf"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/plan"
)

var keyValue = columns("!key", types.String, "!value", types.String)

func (s *Session) setConf(c *plan.SetConf) (*answer, error) {
	switch {
	case c.Key == "":
		all := s.settings.GetAll()
		keys := make([]string, 0, len(all))
		for k := range all {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		a := &answer{schema: keyValue}
		for _, k := range keys {
			a.rows = append(a.rows, []any{k, all[k]})
		}
		return a, nil
	case c.Value == nil:
		v, ok := s.settings.Get(c.Key)
		if !ok {
			v = "<undefined>"
		}
		return &answer{keyValue, [][]any{{c.Key, v}}}, nil
	}
	if err := s.settings.Set(c.Key, *c.Value); err != nil {
		return nil, err
	}
	return &answer{keyValue, [][]any{{c.Key, *c.Value}}}, nil
}

func (s *Session) resetConf(c *plan.ResetConf) (*answer, error) {
	if c.Key == "" {
		s.settings.Reset()
		return nothing, nil
	}
	return nothing, s.settings.Unset(c.Key)
}

func (s *Session) setTimeZone(c *plan.SetTimeZone) (*answer, error) {
	zone := time.Local.String()
	if l, ok := c.Value.(*plan.Literal); ok {
		text, ok := l.Value.(string)
		if !ok {
			return nil, sparkerr.Unsupported("SET TIME ZONE with an interval")
		}
		zone = text
	} else if c.Value != nil {
		return nil, sparkerr.Unsupported("SET TIME ZONE with an interval")
	}
	return s.setConf(&plan.SetConf{Key: conf.SessionTimeZone.Key, Value: &zone})
}

// location finds a time zone by Spark's forms of ids.
func location(zone string) (*time.Location, error) {
	z, err := datetime.LoadZone(zone)
	if err != nil {
		return nil, err
	}
	return z.Location(), nil
}

func (s *Session) use(ctx context.Context, c *plan.Use) (*answer, error) {
	name := c.Name
	if c.Catalog {
		if !strings.EqualFold(name[0], catalogName) {
			return nil, sparkerr.New("CATALOG_NOT_FOUND", "catalogName", sparkerr.QuoteID(name[0]), "config", `"spark.sql.catalog.`+name[0]+`"`)
		}
		return nothing, nil
	}
	if len(name) > 1 || !c.Namespace {
		if strings.EqualFold(name[0], catalogName) {
			name = name[1:]
		}
	}
	if len(name) == 0 {
		return nothing, nil
	}
	if len(name) > 1 {
		return nil, sparkerr.New("REQUIRES_SINGLE_PART_NAMESPACE", "sessionCatalog", catalogName, "namespace", sparkerr.QuoteID(name...))
	}
	n, err := s.catalog.Namespace(ctx, name[0])
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.namespace = n.Name
	s.mu.Unlock()
	return nothing, nil
}
