package log

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
)

// outcome is a set of results that a condition may have for some row of a file.
type outcome uint8

const (
	canTrue outcome = 1 << iota
	canFalse
	canNull
	canAll = canTrue | canFalse | canNull
)

// fileFacts are what is known of one file.
type fileFacts struct {
	k      *Skipping
	stats  *FileStats
	values PartitionValues
}

// outcomes bounds the results of a condition over the rows of the file from above.
func (f *fileFacts) outcomes(e expr.Expr) outcome {
	switch e := e.(type) {
	case *expr.And:
		return combine(f.outcomes(e.Left), f.outcomes(e.Right), canFalse, canTrue)
	case *expr.Or:
		return combine(f.outcomes(e.Left), f.outcomes(e.Right), canTrue, canFalse)
	case *expr.Not:
		o := f.outcomes(e.Child)
		return o&canNull | o&canTrue<<1 | o&canFalse>>1
	case *expr.Literal:
		return literalOutcome(e)
	case *expr.IsNull:
		return f.isNull(e)
	case *expr.Compare:
		return f.compare(e)
	case *expr.In:
		return f.in(e)
	case *expr.Call:
		return f.call(e)
	case *expr.Attribute, *expr.GetField, *expr.Cast:
		return f.booleanColumn(e)
	}
	return canAll
}

// combine is Kleene's AND (strong false) or OR (strong true) of all pairs of outcomes.
func combine(a, b, strong, weak outcome) outcome {
	var o outcome
	o |= (a | b) & strong
	if a&weak != 0 && b&weak != 0 {
		o |= weak
	}
	if a&canNull != 0 && b&(canNull|weak) != 0 || b&canNull != 0 && a&(canNull|weak) != 0 {
		o |= canNull
	}
	return o
}

func literalOutcome(l *expr.Literal) outcome {
	switch v, ok := l.Value.(bool); {
	case l.Value == nil:
		return canNull
	case !ok:
		return canAll
	case v:
		return canTrue
	default:
		return canFalse
	}
}

// span is what is known of an expression's values in the file: bounds (nil: unknown), whether nulls and values occur, and whether
// NaN may be among the values though it is not between the bounds.
type span struct {
	lo, hi           any
	mayNull, mayHave bool
	nan              bool
}

// span bounds an expression; ok is false when nothing is known.
func (f *fileFacts) span(e expr.Expr) (s span, ok bool) {
	switch e := e.(type) {
	case *expr.Literal:
		return span{lo: e.Value, hi: e.Value, mayNull: e.Value == nil, mayHave: e.Value != nil}, true
	case *expr.Cast:
		inner, ok := f.span(e.Child)
		if !ok || !keepsOrder(e.Child.Type(), e.DataType) {
			return span{}, false
		}
		inner.lo, inner.hi = castBound(inner.lo, e.Child.Type(), e.DataType), castBound(inner.hi, e.Child.Type(), e.DataType)
		return inner, true
	case *expr.Attribute:
		if b, bound := f.k.bind[e.ID]; bound && b.partition >= 0 {
			v, known := f.k.partitionValue(b.partition, f.values)
			return span{lo: v, hi: v, mayNull: v == nil, mayHave: v != nil}, known
		}
	}
	path, isColumn := f.k.path(e)
	if !isColumn {
		return span{}, false
	}
	for i := range f.k.columns {
		if samePath(f.k.columns[i].Path, path) {
			return f.column(&f.stats.Columns[i], f.k.columns[i].Type), true
		}
	}
	return span{}, false
}

func samePath(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// column reads the statistics of a column. Null counts include deleted rows when bounds are not tight: then "all rows are null" still holds
// for the rest, and so does "no row is null". Many writers leave NaN out of the bounds.
func (f *fileFacts) column(c *ColumnStats, t types.DataType) span {
	return span{
		lo: c.Min, hi: c.Max, mayNull: c.Nulls != 0, mayHave: c.Nulls < 0 || f.stats.Rows < 0 || c.Nulls < f.stats.Rows,
		nan: t.ID() == types.IDFloat || t.ID() == types.IDDouble,
	}
}

func (f *fileFacts) isNull(e *expr.IsNull) outcome {
	s, ok := f.span(e.Child)
	if !ok {
		return canTrue | canFalse
	}
	var o outcome
	if s.mayNull {
		o |= canTrue
	}
	if s.mayHave {
		o |= canFalse
	}
	if e.Negated {
		return o&canTrue<<1 | o&canFalse>>1
	}
	return o
}

func (f *fileFacts) compare(e *expr.Compare) outcome {
	l, ok1 := f.span(e.Left)
	r, ok2 := f.span(e.Right)
	if !ok1 || !ok2 {
		return canAll
	}
	return compareSpans(e.Op, l, r, e.Left.Type())
}

// in is the OR of the comparisons with the items.
func (f *fileFacts) in(e *expr.In) outcome {
	value, ok := f.span(e.Value)
	if !ok {
		return canAll
	}
	o := canFalse
	for _, item := range e.List {
		s, ok := f.span(item)
		if !ok {
			return canAll
		}
		o = combine(o, compareSpans(expr.Eq, value, s, e.Value.Type()), canTrue, canFalse)
	}
	return o
}

func compareSpans(op expr.CompareOp, l, r span, t types.DataType) outcome {
	var o outcome
	if op == expr.EqNullSafe {
		if l.mayNull && r.mayNull {
			o |= canTrue
		}
		if l.mayNull && r.mayHave || r.mayNull && l.mayHave {
			o |= canFalse
		}
	} else if l.mayNull || r.mayNull {
		o |= canNull
	}
	if !l.mayHave || !r.mayHave {
		return o
	}
	o |= ordered(op, l, r, t)
	if l.nan {
		o |= ordered(op, nanSpan(t), r, t)
	}
	if r.nan {
		o |= ordered(op, l, nanSpan(t), t)
	}
	if l.nan && r.nan {
		o |= ordered(op, nanSpan(t), nanSpan(t), t)
	}
	return o
}

func nanSpan(t types.DataType) span {
	if t.ID() == types.IDFloat {
		return span{lo: float32(math.NaN()), hi: float32(math.NaN())}
	}
	return span{lo: math.NaN(), hi: math.NaN()}
}

// ordered is what comparing a value of l with one of r may give.
func ordered(op expr.CompareOp, l, r span, t types.DataType) outcome {
	below, ok1 := compareValues(l.hi, r.lo, t) // largest left with smallest right
	above, ok2 := compareValues(l.lo, r.hi, t) // smallest left with largest right
	var can struct{ less, equal, greater bool }
	can.less, can.equal, can.greater = true, true, true
	if ok1 && below < 0 {
		can.equal, can.greater = false, false
	} else if ok1 && below == 0 {
		can.greater = false
	}
	if ok2 && above > 0 {
		can.equal, can.less = false, false
	} else if ok2 && above == 0 {
		can.less = false
	}
	var o outcome
	set := func(possible, holds bool) {
		switch {
		case possible && holds:
			o |= canTrue
		case possible:
			o |= canFalse
		}
	}
	set(can.less, op == expr.Lt || op == expr.Le || op == expr.Ne)
	set(can.equal, op == expr.Eq || op == expr.Le || op == expr.Ge || op == expr.EqNullSafe)
	set(can.greater, op == expr.Gt || op == expr.Ge || op == expr.Ne)
	return o
}

// booleanColumn is a column used as a condition. Delta keeps no bounds for booleans.
func (f *fileFacts) booleanColumn(e expr.Expr) outcome {
	if e.Type().ID() != types.IDBoolean {
		return canAll
	}
	s, ok := f.span(e)
	if !ok {
		return canAll
	}
	var o outcome
	if s.mayNull {
		o |= canNull
	}
	if v, known := s.lo.(bool); known && s.lo == s.hi {
		if v {
			return o | canTrue
		}
		return o | canFalse
	}
	if s.mayHave {
		o |= canTrue | canFalse
	}
	return o
}

// call understands prefix searches; every other function may give anything.
func (f *fileFacts) call(e *expr.Call) outcome {
	if len(e.Args) < 2 || !isBinaryText(e.Args[0].Type()) {
		return canAll
	}
	pattern, ok := literalText(e.Args[1])
	if !ok {
		return canAll
	}
	switch strings.ToLower(e.Fn.FunctionName()) {
	case "startswith":
	case "like":
		escape := "\\"
		if len(e.Args) > 2 {
			if escape, ok = literalText(e.Args[2]); !ok {
				return canAll
			}
		}
		pattern = likePrefix(pattern, escape)
	default:
		return canAll
	}
	s, ok := f.span(e.Args[0])
	if !ok || pattern == "" {
		return canAll
	}
	o := canFalse
	if s.mayNull {
		o |= canNull
	}
	if s.mayHave && mayStartWith(s, pattern) {
		o |= canTrue
	}
	return o
}

// isBinaryText: only such strings are ordered as their statistics are.
func isBinaryText(t types.DataType) bool {
	s, ok := t.(types.StringType)
	return ok && s.IsBinaryCollation() || t.ID() == types.IDVarchar || t.ID() == types.IDChar
}

func literalText(e expr.Expr) (string, bool) {
	l, ok := e.(*expr.Literal)
	if !ok {
		return "", false
	}
	s, ok := l.Value.(string)
	return s, ok
}

// likePrefix is the text before the first wildcard of a LIKE pattern.
func likePrefix(pattern, escape string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); {
		r, n := utf8.DecodeRuneInString(pattern[i:])
		switch {
		case string(r) == escape:
			i += n
			_, n = utf8.DecodeRuneInString(pattern[i:])
			if n == 0 {
				return b.String()
			}
		case r == '%' || r == '_':
			return b.String()
		}
		b.WriteString(pattern[i : i+n])
		i += n
	}
	return b.String()
}

// mayStartWith: some string between the bounds starts with the prefix.
func mayStartWith(s span, prefix string) bool {
	if hi, ok := s.hi.(string); ok && hi < prefix {
		return false
	}
	if lo, ok := s.lo.(string); ok && lo > prefix && !strings.HasPrefix(lo, prefix) {
		return false
	}
	return true
}
