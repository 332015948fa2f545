package scan

import (
	"cmp"
	"math"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/parquetio"
)

// pruner leaves out row groups whose statistics show that a filter is true for none of their rows. It understands comparisons of a column
// with a literal, IN lists and null tests; other filters keep everything.
type pruner struct{ tests []columnTest }

// columnTest is one conjunct about one column.
type columnTest struct {
	column string
	typ    types.DataType
	may    func(b parquetio.Bounds) bool
}

// newPruner prepares filters over columns. physical gives a column's name in the files.
func newPruner(columns []*expr.Attribute, ordinals []int, schema types.StructType, filters []expr.Expr, physical func(types.StructField) string) *pruner {
	names := map[expr.AttributeID]string{}
	for i, a := range columns {
		names[a.ID] = physical(schema.Fields[ordinals[i]])
	}
	p := &pruner{}
	for _, f := range filters {
		for _, c := range expr.Conjuncts(f) {
			if t, ok := newColumnTest(c, names); ok {
				p.tests = append(p.tests, t)
			}
		}
	}
	return p
}

func newColumnTest(c expr.Expr, names map[expr.AttributeID]string) (columnTest, bool) {
	attr := func(e expr.Expr) (*expr.Attribute, bool) {
		a, ok := e.(*expr.Attribute)
		if !ok {
			return nil, false
		}
		_, known := names[a.ID]
		return a, known
	}
	test := func(a *expr.Attribute, may func(parquetio.Bounds) bool) (columnTest, bool) {
		return columnTest{names[a.ID], a.DataType, may}, true
	}
	switch c := c.(type) {
	case *expr.IsNull:
		if a, ok := attr(c.Child); ok {
			if c.Negated {
				return test(a, func(b parquetio.Bounds) bool { return b.Nulls < 0 || b.Values < 0 || b.Nulls < b.Values })
			}
			return test(a, func(b parquetio.Bounds) bool { return b.Nulls != 0 })
		}
	case *expr.Compare:
		l, r, op := c.Left, c.Right, c.Op
		if _, isLiteral := l.(*expr.Literal); isLiteral {
			l, r, op = r, l, op.Flip()
		}
		a, ok := attr(l)
		lit, isLiteral := r.(*expr.Literal)
		if ok && isLiteral && lit.Value != nil {
			if v, ok := boundOf(lit); ok {
				return test(a, func(b parquetio.Bounds) bool { return mayCompare(op, b, v) })
			}
		}
	case *expr.In:
		a, ok := attr(c.Value)
		if !ok {
			return columnTest{}, false
		}
		var values []any
		for _, e := range c.List {
			lit, isLiteral := e.(*expr.Literal)
			if !isLiteral {
				return columnTest{}, false
			}
			if lit.Value == nil {
				continue
			}
			v, ok := boundOf(lit)
			if !ok {
				return columnTest{}, false
			}
			values = append(values, v)
		}
		return test(a, func(b parquetio.Bounds) bool {
			for _, v := range values {
				if mayCompare(expr.Eq, b, v) {
					return true
				}
			}
			return false
		})
	}
	return columnTest{}, false
}

// boundOf is a literal in the form of parquetio.Bounds.
func boundOf(l *expr.Literal) (any, bool) {
	switch v := l.Value.(type) {
	case bool, int64, string, float64:
		if f, ok := v.(float64); ok && math.IsNaN(f) {
			return nil, false
		}
		if s, ok := l.DataType.(types.StringType); ok && s.Collation != "" {
			return nil, false
		}
		return v, true
	case int8:
		return int64(v), true
	case int16:
		return int64(v), true
	case int32:
		return int64(v), true
	case float32:
		return float64(v), v == v
	case []byte:
		return string(v), true
	case types.Decimal:
		return v.Unscaled, true
	}
	return nil, false
}

// mayCompare tells whether a value within the bounds may compare with v as op says. Doubles may hold NaN beyond the maximum.
func mayCompare(op expr.CompareOp, b parquetio.Bounds, v any) bool {
	if b.Nulls >= 0 && b.Values > 0 && b.Nulls == b.Values { // nulls only
		return false
	}
	lo, okLo := compareBounds(b.Min, v)
	hi, okHi := compareBounds(b.Max, v)
	_, float := v.(float64)
	switch op {
	case expr.Eq, expr.EqNullSafe:
		return !(okLo && lo > 0) && !(okHi && hi < 0)
	case expr.Lt:
		return !(okLo && lo >= 0)
	case expr.Le:
		return !(okLo && lo > 0)
	case expr.Gt:
		return float || !(okHi && hi <= 0)
	case expr.Ge:
		return float || !(okHi && hi < 0)
	case expr.Ne:
		return float || !(okLo && okHi && lo == 0 && hi == 0 && b.MinExact && b.MaxExact)
	}
	return true
}

func compareBounds(a, b any) (int, bool) {
	switch x := a.(type) {
	case int64:
		y, ok := b.(int64)
		return cmp.Compare(x, y), ok
	case float64:
		y, ok := b.(float64)
		switch {
		case x < y:
			return -1, ok
		case x > y:
			return 1, ok
		}
		return 0, ok
	case string:
		y, ok := b.(string)
		return strings.Compare(x, y), ok
	case types.Int128:
		y, ok := b.(types.Int128)
		return x.Cmp(y), ok
	case bool:
		y, ok := b.(bool)
		switch {
		case x == y:
			return 0, ok
		case y:
			return -1, ok
		}
		return 1, ok
	}
	return 0, false
}

// groups are the row groups of a file that may hold a wanted row.
func (p *pruner) groups(f *parquetio.File) []int {
	leaves := topLeaves(f)
	var out []int
	for g := range f.NumRowGroups() {
		if _, rows := f.RowGroupRows(g); rows > 0 && p.may(f, g, leaves) {
			out = append(out, g)
		}
	}
	return out
}

func (p *pruner) may(f *parquetio.File, g int, leaves map[string]int) bool {
	if p == nil {
		return true
	}
	for _, t := range p.tests {
		leaf, ok := leaves[t.column]
		if !ok {
			leaf, ok = leaves[strings.ToLower(t.column)]
		}
		if ok && !t.may(f.Bounds(g, leaf, t.typ)) {
			return false
		}
	}
	return true
}

// topLeaves numbers the primitive columns at the top level by their names, and by the lower case of these.
func topLeaves(f *parquetio.File) map[string]int {
	out := map[string]int{}
	elements := f.Metadata().Schema
	if len(elements) == 0 {
		return out
	}
	at, leaf := 1, 0
	var skip func()
	skip = func() {
		n := elements[at].NumChildren
		at++
		if n == 0 {
			leaf++
		}
		for range n {
			skip()
		}
	}
	for range elements[0].NumChildren {
		if e := &elements[at]; e.NumChildren == 0 {
			out[e.Name] = leaf
			if lower := strings.ToLower(e.Name); lower != e.Name {
				if _, taken := out[lower]; !taken {
					out[lower] = leaf
				}
			}
		}
		skip()
	}
	return out
}
