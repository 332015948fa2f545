package logical

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
)

// Node is a resolved relation.
type Node interface {
	// Output is the columns, in order.
	Output() []*expr.Attribute
	Children() []Node
	WithChildren([]Node) Node
}

// Table is a relation that can be scanned, as the analyzer found it in the catalog or at a path. internal/scan has the
// implementations; what they read is fixed (a Delta snapshot, a list of files) when the analyzer makes them.
type Table interface {
	// Name is for explain() and error texts.
	Name() string
	// Schema is the columns that can be read, hidden metadata columns last.
	Schema() types.StructType
}

type (
	// Scan reads Columns of a table. Filters were pushed into it: the scan may use them to skip files and rows; unless a filter is
	// in Exact it is repeated above. Limit > 0 lets the scan stop after that many rows per reader.
	Scan struct {
		Table    Table
		Columns  []*expr.Attribute // a subset of the schema; Ordinals are their places in Table.Schema()
		Ordinals []int
		Filters  []expr.Expr
		Limit    int64
	}
	// Local is rows in memory; Rows holds the vectors in batches (an opaque *exec-level value, see internal/scan.Memory).
	Local struct {
		Columns []*expr.Attribute
		Rows    LocalRows
	}
	// Values is rows of foldable or at least input-free expressions.
	Values struct {
		Columns []*expr.Attribute
		Rows    [][]expr.Expr
	}
	// Range counts from Start to End (exclusive) by Step.
	Range struct {
		Column           *expr.Attribute
		Start, End, Step int64
		Partitions       int
	}
	Project struct {
		Input Node
		List  []expr.Expr // *expr.Attribute or *expr.Alias
	}
	Filter struct {
		Input     Node
		Condition expr.Expr
	}
	// Join: Condition may be nil (cross). Semi and anti joins put out the left columns only. Existence joins (Mark set) put out the
	// left columns and the boolean attribute Mark. NullAware is NOT IN's anti join.
	Join struct {
		Left, Right Node
		Type        plan.JoinType
		Condition   expr.Expr
		Mark        *expr.Attribute
		NullAware   bool
		// Single raises SCALAR_SUBQUERY_TOO_MANY_ROWS when a left row meets more than one right row.
		Single bool
		// Hint is a join hint on the right or left side (broadcast …), "" for none.
		Hint string
	}
	// Aggregate groups by Grouping (expressions; *expr.Alias gives the key an output id). List is the output: attributes of the keys
	// and Alias{Aggregate}. Aggregates nest in nothing: the analyzer puts projections above.
	Aggregate struct {
		Input    Node
		Grouping []*expr.Alias
		List     []*expr.Alias // each Child is an *expr.Aggregate
	}
	// Expand puts out one row per projection for each input row (grouping sets, rollup, cube, distinct rewriting, unpivot).
	Expand struct {
		Input       Node
		Projections [][]expr.Expr
		Columns     []*expr.Attribute
	}
	Sort struct {
		Input  Node
		Order  []expr.SortOrder
		Global bool
	}
	Limit struct {
		Input  Node
		Count  int64 // -1: no limit, only offset
		Offset int64
	}
	Tail struct {
		Input Node
		Count int64
	}
	Union struct {
		Inputs  []Node
		Columns []*expr.Attribute
	}
	// SetOp is INTERSECT or EXCEPT, [ALL]. The optimizer turns the distinct forms into joins.
	SetOp struct {
		Left, Right Node
		Op          plan.SetOp
		All         bool
		Columns     []*expr.Attribute
	}
	// Window adds one column per entry of List; all share partitioning and order.
	Window struct {
		Input       Node
		PartitionBy []expr.Expr
		OrderBy     []expr.SortOrder
		List        []WindowColumn
	}
	// WindowColumn is f OVER (… frame); Func is *expr.WindowFunction or *expr.Aggregate.
	WindowColumn struct {
		Func  expr.Expr
		Frame Frame
		Attr  *expr.Attribute
	}
	// Generate adds the columns of a generator to the kept input columns (Required); Outer keeps rows without output.
	Generate struct {
		Input     Node
		Generator *expr.Generator
		Required  []*expr.Attribute
		Columns   []*expr.Attribute
		Outer     bool
	}
	// Apply evaluates Right once per left row (lateral joins, correlated subqueries) until the optimizer decorrelates it.
	Apply struct {
		Left, Right Node
		Type        plan.JoinType // inner, left outer
		Condition   expr.Expr
	}
	Sample struct {
		Input           Node
		Lower, Upper    float64
		WithReplacement bool
		Seed            int64
	}
	// Repartition fixes how rows are spread: Count partitions by hash of By, by range, or round robin. Embedded execution keeps it as a
	// no-op barrier except for spark_partition_id and writers.
	Repartition struct {
		Input   Node
		Count   int
		By      []expr.SortOrder
		Range   bool
		Shuffle bool
	}
	// SubqueryAlias is gone after analysis: qualifiers sit on attributes.

	// CTERef scans the shared result of a CTE that is used more than once and must be evaluated once (non-deterministic or recursive).
	CTERef struct {
		ID      int64
		Columns []*expr.Attribute
	}
	// WithCTE defines shared CTEs for Input.
	WithCTE struct {
		Defs  []CTEDef
		Input Node
	}
	CTEDef struct {
		ID        int64
		Plan      Node
		Recursive Node // the recursive term, nil when not recursive; refers to CTERef{ID}
		MaxDepth  int64
		RowLimit  int64
	}
	// Collected marks where observed metrics are taken.
	CollectMetrics struct {
		Input   Node
		Name    string
		Metrics []*expr.Alias
	}
)

// LocalRows is what a Local node holds; internal/scan implements it.
type LocalRows interface{ RowCount() int64 }

// Frame is a resolved window frame.
type Frame struct {
	Rows         bool // else RANGE
	Lower, Upper FrameBound
}

// FrameBound is one end: Offset is nil for unbounded and current row. For RANGE it is added to (or, Preceding, subtracted from) the order key.
type FrameBound struct {
	Kind   plan.BoundKind // BoundValue does not occur
	Offset expr.Expr      // a foldable, non-negative value
}
