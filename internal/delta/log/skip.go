package log

import (
	"slices"
	"sync"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Skipping decides for a predicate which files cannot hold a row for which it is true. It is safe for concurrent use.
//
// Conditions on partition columns alone are evaluated exactly, once per combination of values. All others are evaluated over what a file's
// statistics leave possible: each sub-expression has a set of outcomes (true, false, null) that some row of the file may give,
// and a file is kept when true is among those of the whole. Whatever is not understood may have any outcome.
type Skipping struct {
	snapshot *Snapshot
	env      *fn.Env

	columns    []StatsColumn // data columns that the predicate looks at
	partitions []partitionColumn
	exact      []exactCondition // on partition columns only
	loose      []expr.Expr      // the other conjuncts that statistics can say something about
	bind       map[expr.AttributeID]binding
	readers    sync.Pool

	mu    sync.Mutex
	known map[string]bool // outcome of exact by partition values
}

type partitionColumn struct {
	name string // physical
	attr *expr.Attribute
}

type exactCondition struct {
	e     expr.Expr
	attrs []*expr.Attribute
	at    []int // of attrs in Skipping.partitions
}

// binding says what an attribute is: a partition column, or the root of data columns.
type binding struct {
	partition int // -1 for a data column
	name      string
}

// Skipping prepares a predicate over attributes that are named as the table's columns. A nil predicate keeps every file.
func (s *Snapshot) Skipping(predicate expr.Expr, attrs []*expr.Attribute) *Skipping {
	return s.SkippingIn(predicate, attrs, &fn.Env{ANSI: true})
}

// SkippingIn is Skipping in a session, whose time zone timestamps in partition values without a zone are in.
func (s *Snapshot) SkippingIn(predicate expr.Expr, attrs []*expr.Attribute, env *fn.Env) *Skipping {
	k := &Skipping{snapshot: s, env: env, bind: map[expr.AttributeID]binding{}, known: map[string]bool{}}
	schema, err := s.Schema()
	if predicate == nil || err != nil {
		return k
	}
	k.bindAttributes(schema, attrs)
	for _, c := range expr.Conjuncts(predicate) {
		k.conjunct(c)
	}
	k.readers.New = func() any { return NewStatsReader(k.columns) }
	return k
}

func (k *Skipping) bindAttributes(schema types.StructType, attrs []*expr.Attribute) {
	m := k.snapshot.Metadata
	mapped := m.ColumnMappingMode() != "none"
	for _, a := range attrs {
		f, _, ok := schema.Field(a.Name)
		if !ok {
			continue
		}
		b := binding{partition: -1, name: PhysicalName(f, mapped)}
		if m.IsPartitionColumn(f.Name) {
			b.partition = len(k.partitions)
			k.partitions = append(k.partitions, partitionColumn{b.name, a})
		}
		k.bind[a.ID] = b
	}
}

// conjunct sorts a condition by what can decide it.
func (k *Skipping) conjunct(c expr.Expr) {
	var attrs []*expr.Attribute
	var at []int
	onlyPartitions := expr.Deterministic(c)
	for id := range expr.References(c) {
		b, ok := k.bind[id]
		if !ok || b.partition < 0 {
			onlyPartitions = false
			continue
		}
		attrs, at = append(attrs, k.partitions[b.partition].attr), append(at, b.partition)
	}
	if onlyPartitions {
		if _, err := eval.Compile(c, attrs); err == nil {
			k.exact = append(k.exact, exactCondition{c, attrs, at})
			return
		}
	}
	k.loose = append(k.loose, c)
	k.collect(c)
}

// collect registers the data columns under c.
func (k *Skipping) collect(c expr.Expr) {
	expr.Walk(c, func(e expr.Expr) bool {
		path, ok := k.path(e)
		if ok {
			k.column(path, e.Type())
		}
		return !ok
	})
}

// column is the place of a data column among those that are read.
func (k *Skipping) column(path []string, t types.DataType) int {
	for i := range k.columns {
		if slices.Equal(k.columns[i].Path, path) {
			return i
		}
	}
	k.columns = append(k.columns, StatsColumn{path, t})
	return len(k.columns) - 1
}

// path is the physical path of a data column or of a field of one.
func (k *Skipping) path(e expr.Expr) ([]string, bool) {
	switch e := e.(type) {
	case *expr.Attribute:
		b, ok := k.bind[e.ID]
		return []string{b.name}, ok && b.partition < 0
	case *expr.GetField:
		parent, ok := k.path(e.Child)
		if !ok {
			return nil, false
		}
		s, isStruct := e.Child.Type().(types.StructType)
		if !isStruct || e.Ordinal >= len(s.Fields) {
			return nil, false
		}
		f := s.Fields[e.Ordinal]
		return append(slices.Clone(parent), PhysicalName(f, k.snapshot.Metadata.ColumnMappingMode() != "none")), true
	}
	return nil, false
}

// MayMatch tells whether the file may hold a row for which the predicate is true.
func (k *Skipping) MayMatch(a *AddFile) bool {
	if !k.MayMatchPartition(a.PartitionValues) {
		return false
	}
	if len(k.loose) == 0 {
		return true
	}
	r := k.readers.Get().(*StatsReader)
	defer k.readers.Put(r)
	f := &fileFacts{k: k, stats: r.Read(a), values: a.PartitionValues}
	for _, c := range k.loose {
		if f.outcomes(c)&canTrue == 0 {
			return false
		}
	}
	return true
}

// MayMatchPartition looks at the conditions on partition columns only.
func (k *Skipping) MayMatchPartition(p PartitionValues) bool {
	if len(k.exact) == 0 {
		return true
	}
	key := p.key()
	k.mu.Lock()
	may, ok := k.known[key]
	k.mu.Unlock()
	if ok {
		return may
	}
	may = k.evaluate(p)
	k.mu.Lock()
	k.known[key] = may
	k.mu.Unlock()
	return may
}

// Partitions is the Matcher of conflict checks: Delta lets only conditions on partition columns separate writers.
func (k *Skipping) Partitions() Matcher { return partitionMatcher{k} }

type partitionMatcher struct{ k *Skipping }

func (m partitionMatcher) MayMatch(a *AddFile) bool { return m.k.MayMatchPartition(a.PartitionValues) }

// OnlyPartitions tells whether MayMatchPartition decides the predicate completely: every row of a kept file fulfils it.
func (k *Skipping) OnlyPartitions() bool { return len(k.loose) == 0 }

// key identifies a combination of partition values.
func (p PartitionValues) key() string {
	n := 0
	for i := range p {
		n += len(p[i].Value) + 2
	}
	b := make([]byte, 0, n)
	for i := range p {
		if p[i].Null || p[i].Value == "" {
			b = append(b, 1)
		} else {
			b = append(b, 2)
			b = append(b, p[i].Value...)
		}
		b = append(b, 0)
	}
	return unsafeString(b)
}

// evaluate runs the exact conditions on one row of partition values. A condition that cannot be evaluated (a bad value, an ANSI error) keeps
// the file: reading it will raise the error.
func (k *Skipping) evaluate(p PartitionValues) bool {
	alloc := k.snapshot.table.opts.Allocator
	for _, c := range k.exact {
		b := alloc.NewBatch(1)
		keep := k.isTrue(c, p, b)
		b.Release()
		if !keep {
			return false
		}
	}
	return true
}

func (k *Skipping) isTrue(c exactCondition, p PartitionValues, b *vec.Batch) bool {
	for i, a := range c.attrs {
		v, ok := k.partitionValue(c.at[i], p)
		if !ok {
			return true
		}
		col, err := vec.FromLiteral(b.Arena, a.DataType, v, 1)
		if err != nil {
			return true
		}
		b.Cols = append(b.Cols, col)
	}
	ev, err := eval.Compile(c.e, c.attrs)
	if err != nil {
		return true
	}
	sel, err := eval.Filter(&fn.Context{Arena: b.Arena, Alloc: k.snapshot.table.opts.Allocator, Env: k.env}, ev, b, vec.All(1), nil)
	return err != nil || len(sel) > 0
}

// partitionValue is the typed value of partition column i.
func (k *Skipping) partitionValue(i int, p PartitionValues) (any, bool) {
	c := k.partitions[i]
	text, null, ok := p.Get(c.name)
	if !ok {
		return nil, false
	}
	v, err := ParsePartitionValue(text, null, c.attr.DataType, k.env.TimeZone)
	return v, err == nil
}
