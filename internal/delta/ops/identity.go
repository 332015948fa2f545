package ops

import (
	"encoding/json"
	"fmt"
	"maps"
	"sync"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// The metadata keys of identity columns (Delta protocol, Identity Columns).
const (
	identityStart = "delta.identity.start"
	identityStep  = "delta.identity.step"
	identityMark  = "delta.identity.highWaterMark"
)

// identity generates the values of identity columns for one commit and remembers the new high-water marks.
type identity struct {
	mu      sync.Mutex
	schema  types.StructType
	columns map[int]*sequence
}

type sequence struct {
	next, step int64
	used       bool
}

func newIdentity(t *target) *identity {
	id := &identity{schema: t.goal.Schema, columns: map[int]*sequence{}}
	for i, f := range t.goal.Schema.Fields {
		start, ok := metadataInt(f.Metadata, identityStart)
		if !ok {
			continue
		}
		step, _ := metadataInt(f.Metadata, identityStep)
		s := &sequence{next: start, step: step}
		if mark, ok := metadataInt(f.Metadata, identityMark); ok {
			s.next = mark + step
		}
		id.columns[i] = s
	}
	return id
}

// metadataInt reads a number of a field's metadata, whatever Go type its JSON was read into.
func metadataInt(m map[string]any, key string) (int64, bool) {
	switch v := m[key].(type) {
	case int64:
		return v, true
	case int:
		return int64(v), true
	case float64:
		return int64(v), true
	case json.Number:
		n, err := v.Int64()
		return n, err == nil
	}
	return 0, false
}

// next makes a column of n rows with new values for the rows in sel.
func (id *identity) next(c *fn.Context, column, n int, sel vec.Sel) (*vec.Vector, error) {
	id.mu.Lock()
	defer id.mu.Unlock()
	s := id.columns[column]
	if s == nil {
		return nil, sparkerr.Internal("column %s gets no value", id.schema.Fields[column].Name)
	}
	values := vec.AllocOf[int64](c.Arena, n)
	clear(values)
	for _, r := range vec.SelOrAll(sel, n) {
		values[r] = s.next
		next := s.next + s.step
		if (next > s.next) != (s.step > 0) {
			return nil, sparkerr.New("ARITHMETIC_OVERFLOW", "message", fmt.Sprintf("identity column %s is used up", id.schema.Fields[column].Name), "alternative", "", "config", `"spark.sql.ansi.enabled"`)
		}
		s.next, s.used = next, true
	}
	return vec.FlatVector(types.Long, values, nil), nil
}

// marked is the schema with the new high-water marks, and whether any changed.
func (id *identity) marked() (types.StructType, bool) {
	out := types.StructType{Fields: append([]types.StructField(nil), id.schema.Fields...)}
	changed := false
	for i, s := range id.columns {
		if !s.used {
			continue
		}
		m := maps.Clone(out.Fields[i].Metadata)
		m[identityMark] = s.next - s.step
		out.Fields[i].Metadata = m
		changed = true
	}
	return out, changed
}
