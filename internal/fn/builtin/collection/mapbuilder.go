package collection

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/cast"
	"github.com/flintlake/flintlake/internal/vec"
)

// dedup tells what a repeated key does: true keeps the last value, false is an error (spark.sql.mapKeyDedupPolicy).
func dedup(c *fn.Call) bool {
	return c.Env != nil && c.Env.Conf != nil && strings.EqualFold(c.Env.Conf("spark.sql.mapKeyDedupPolicy"), "LAST_WIN")
}

// mapBuilder appends one map, checking its keys.
type mapBuilder struct {
	out     *vec.Builder
	lastWin bool
	at      map[string]int
	keys    []entry
	key     []byte
}

type entry struct {
	k, v   *vec.Vector
	ki, vi int
}

func newMapBuilder(out *vec.Builder, lastWin bool) *mapBuilder {
	return &mapBuilder{out: out, lastWin: lastWin, at: map[string]int{}}
}

// put adds an entry; a null key is NULL_MAP_KEY.
func (m *mapBuilder) put(k *vec.Vector, ki int, v *vec.Vector, vi int) error {
	if k.IsNull(ki) {
		return sparkerr.New("NULL_MAP_KEY")
	}
	m.key = vec.AppendKey(m.key[:0], k, ki)
	if old, dup := m.at[string(m.key)]; dup {
		if !m.lastWin {
			return sparkerr.New("DUPLICATED_MAP_KEY", "key", keyText(k, ki), "mapKeyDedupPolicy", `"spark.sql.mapKeyDedupPolicy"`)
		}
		m.keys[old].v, m.keys[old].vi = v, vi
		return nil
	}
	m.at[string(m.key)] = len(m.keys)
	m.keys = append(m.keys, entry{k, v, ki, vi})
	return nil
}

func keyText(v *vec.Vector, i int) string {
	zone := datetime.FixedZone("UTC", 0)
	app, err := cast.NewAppender(v.Type, zone, false)
	if err != nil {
		return ""
	}
	return string(app(nil, v.Base(), v.Slot(i)))
}

func (m *mapBuilder) end() {
	for _, e := range m.keys {
		m.out.Child(0).From(e.k, e.ki)
		m.out.Child(1).From(e.v, e.vi)
	}
	m.out.EndList()
}
