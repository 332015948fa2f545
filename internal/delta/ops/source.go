package ops

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// source is the source of a MERGE: evaluated once, held in memory, indexed by its keys.
type source struct {
	attrs   []*expr.Attribute
	columns []*vec.Vector // rows long
	rows    int
	index   *keyIndex // nil when ON has no key
	// admitted are the rows that satisfy the source-only part of ON: the only ones that can match.
	admitted vec.Sel
	keys     []*vec.Vector
	keyNames []string
	arena    *vec.Arena
}

func (s *source) close() {
	if s != nil && s.arena != nil {
		s.arena.Release()
		s.arena = nil
	}
}

// materialize runs a plan to its end and keeps the rows.
func materialize(c *exec.Context, n exec.Node, attrs []*expr.Attribute) (*source, error) {
	stream, err := exec.Run(c, n)
	if err != nil {
		return nil, err
	}
	defer stream.Close()
	s := &source{attrs: attrs, arena: c.Alloc.NewArena()}
	parts := make([][]*vec.Vector, len(attrs))
	scratch := c.Alloc.NewArena()
	defer scratch.Release()
	for {
		b, err := stream.Next()
		if err != nil {
			s.close()
			return nil, err
		}
		if b == nil {
			break
		}
		if b.Rows() > 0 {
			s.arena.Keep(b)
			for i, v := range b.Cols {
				if b.Sel != nil {
					v = vec.Gather(s.arena, v, b.Sel)
				}
				parts[i] = append(parts[i], v)
			}
			s.rows += b.Rows()
		}
		b.Release()
	}
	if int64(s.rows) > 1<<31-1 {
		s.close()
		return nil, sparkerr.Unsupported("a MERGE source of more than 2,147,483,647 rows")
	}
	s.columns = make([]*vec.Vector, len(attrs))
	for i, a := range attrs {
		s.columns[i] = vec.Concat(s.arena, a.DataType, parts[i]...)
	}
	return s, nil
}

// batch is the whole source as one batch over its own arena.
func (s *source) batch(c *fn.Context) *vec.Batch {
	return &vec.Batch{Cols: s.columns, Len: s.rows, Arena: c.Arena}
}

// buildIndex evaluates the source side of the keys and indexes the admitted rows.
func (s *source) buildIndex(c *fn.Context, jc joinCondition) error {
	all := vec.All(s.rows)
	s.admitted = all
	b := s.batch(c)
	if cond := expr.AndAll(jc.sourceOnly); cond != nil {
		ev, err := eval.Compile(cond, s.attrs)
		if err != nil {
			return err
		}
		if s.admitted, err = eval.Filter(c, ev, b, all, nil); err != nil {
			return err
		}
	}
	if len(jc.source) == 0 {
		return nil
	}
	for _, k := range jc.source {
		ev, err := eval.Compile(k, s.attrs)
		if err != nil {
			return err
		}
		v, err := ev.Eval(c, b, s.admitted)
		if err != nil {
			return err
		}
		s.keys = append(s.keys, vec.Flatten(c.Arena, v, s.admitted))
		s.keyNames = append(s.keyNames, keyName(k))
	}
	s.index = newKeyIndex(s.keys, jc.nullSafe, s.rows, s.admitted)
	return nil
}

// keyName is how the duplicate-match error calls a key.
func keyName(e expr.Expr) string {
	for {
		switch x := e.(type) {
		case *expr.Cast:
			e = x.Child
		case *expr.Attribute:
			return x.Name
		default:
			return "key"
		}
	}
}

// duplicates collects the keys of source rows that match one target row more than once. Workers share it.
type duplicates struct {
	mu    sync.Mutex
	found bool
	// rows are the source rows involved, by the first source row of their match.
	rows map[int32]map[int32]bool
}

const duplicateKeysShown = 5

func (d *duplicates) add(s *source, first, other int32) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.found = true
	if d.rows == nil {
		d.rows = map[int32]map[int32]bool{}
	}
	m := d.rows[first]
	if m == nil {
		if len(d.rows) >= 1000 {
			return
		}
		m = map[int32]bool{first: true}
		d.rows[first] = m
	}
	m[other] = true
}

// err is Delta's error for ambiguous matches, with up to five keys and how often the source has them; nil when there are none.
func (d *duplicates) err(s *source) error {
	if !d.found {
		return nil
	}
	e := sparkerr.New("DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE", "usageReference", "https://docs.delta.io/latest/delta-update.html#upsert-into-a-table-using-merge")
	if len(s.keys) == 0 {
		return e
	}
	firsts := make([]int32, 0, len(d.rows))
	for f := range d.rows {
		firsts = append(firsts, f)
	}
	slices.Sort(firsts)
	var shown []string
	counts := map[string]int{}
	for _, f := range firsts {
		text := s.keyText(f)
		if _, ok := counts[text]; !ok {
			shown = append(shown, text)
		}
		counts[text] = max(counts[text], len(d.rows[f]))
	}
	sort.Strings(shown)
	more := ""
	if len(shown) > duplicateKeysShown {
		more = fmt.Sprintf(" and %d more", len(shown)-duplicateKeysShown)
		shown = shown[:duplicateKeysShown]
	}
	for i, k := range shown {
		shown[i] = fmt.Sprintf("%s: %d rows", k, counts[k])
	}
	return e.WithMessage("%s Ambiguous keys: %s%s.", e.Message, strings.Join(shown, "; "), more)
}

// keyText shows the key of a source row: "customer_id = 2, region = 'EU'".
func (s *source) keyText(row int32) string {
	parts := make([]string, len(s.keys))
	for i, k := range s.keys {
		v := vec.ValueAt(k, int(row))
		text := fmt.Sprint(v)
		switch x := v.(type) {
		case nil:
			text = "NULL"
		case string:
			text = "'" + x + "'"
		}
		parts[i] = s.keyNames[i] + " = " + text
	}
	return strings.Join(parts, ", ")
}
