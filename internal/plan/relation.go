package plan

import "github.com/flintlake/flintlake/dataframe/types"

// Relation is something with rows and a schema.
type Relation interface {
	isRelation()
	// Common is the node's identity; never nil.
	Common() *Node
}

// Node is embedded in every relation.
type Node struct {
	PlanID int64
	Origin Origin
}

// Common returns the node itself.
func (n *Node) Common() *Node { return n }
func (n *Node) isRelation()   {}

type (
	// NamedTable is a table, view, CTE or path (delta.`/p`, parquet.`/p`) by name.
	NamedTable struct {
		Node
		Name       []string
		Options    map[string]string
		Streaming  bool
		TimeTravel *TimeTravel
		// Sample etc. are nodes above.
	}
	// DataSource is spark.read.format(f).schema(s).options(o).load(paths).
	DataSource struct {
		Node
		Format     string // "" means the default source
		Schema     *types.StructType
		SchemaDDL  string // as text, parsed by the analyzer, when Schema is nil
		Options    map[string]string
		Paths      []string
		Predicates []string
		Streaming  bool
	}
	// TimeTravel is VERSION AS OF / TIMESTAMP AS OF; exactly one is set.
	TimeTravel struct {
		Version   Expr
		Timestamp Expr
	}
	// OneRow is SELECT without FROM.
	OneRow struct{ Node }
	// LocalData is rows given by the caller, as Arrow IPC stream bytes (Data) with the Spark schema that the caller wants.
	LocalData struct {
		Node
		Data      []byte
		Schema    *types.StructType // nil: take the Arrow schema
		SchemaDDL string
	}
	// InlineTable is VALUES (…), (…) AS t(a, b).
	InlineTable struct {
		Node
		Names []string
		Rows  [][]Expr
	}
	Range struct {
		Node
		Start, End, Step int64
		NumPartitions    int
	}
	// TableFunction is f(args) in FROM. Outer: LATERAL VIEW OUTER semantics do not apply here.
	TableFunction struct {
		Node
		Call *Call
	}
	// SQLText is spark.sql(text, args) as a relation; the analyzer parses it. Views maps names to relations given by the caller.
	SQLText struct {
		Node
		SQL      string
		Named    map[string]Expr
		Position []Expr
		Views    map[string]Relation
	}
	// Project is SELECT list FROM input; the list may hold stars, aggregates (then it is a global aggregate), windows, generators.
	Project struct {
		Node
		Input Relation // nil means OneRow
		List  []Expr
		// Pipe is the |> operator it came from: SELECT, EXTEND, DROP; aggregate functions are an error there.
		Pipe string
	}
	Filter struct {
		Node
		Input     Relation
		Condition Expr
	}
	// Having filters an Aggregate; names may be those of the select list or of the aggregate's input.
	Having struct {
		Node
		Input     Relation
		Condition Expr
	}
	// Qualify filters by window functions over the select list.
	Qualify struct {
		Node
		Input     Relation
		Condition Expr
	}
	Join struct {
		Node
		Left, Right Relation
		Type        JoinType
		Condition   Expr // nil for USING, NATURAL, CROSS
		Using       []string
		Natural     bool
		Lateral     bool // the right side sees the left's columns
	}
	// AsOfJoin is DataFrame's asof join.
	AsOfJoin struct {
		Node
		Left, Right         Relation
		LeftAsOf, RightAsOf Expr
		Condition           Expr
		Using               []string
		Type                JoinType
		Tolerance           Expr
		AllowExactMatches   bool
		Direction           string
	}
	SetOperation struct {
		Node
		Left, Right         Relation
		Op                  SetOp
		All                 bool
		ByName              bool
		AllowMissingColumns bool
	}
	Sort struct {
		Node
		Input  Relation
		Order  []SortOrder
		Global bool // false: SORT BY / sortWithinPartitions
		// All is ORDER BY ALL: every column, with the direction of Order[0].
		All bool
	}
	Limit struct {
		Node
		Input Relation
		Count Expr
	}
	Offset struct {
		Node
		Input Relation
		Count Expr
	}
	Tail struct {
		Node
		Input Relation
		Count Expr
	}
	Aggregate struct {
		Node
		Input    Relation
		Kind     GroupKind
		Grouping []Expr // may hold ordinals and select aliases (SQL), or be empty
		// Sets are the explicit GROUPING SETS; for Rollup and Cube their elements, each of one or more expressions.
		Sets [][]Expr
		// List is the select list (SQL), or the aggregate expressions (DataFrame: IncludeGrouping puts the keys first).
		List            []Expr
		IncludeGrouping bool
		All             bool // GROUP BY ALL
		Pivot           *Pivot
		// Pipe is true for |> AGGREGATE: every item of List must aggregate; Grouping items may be Alias.
		Pipe bool
	}
	// Pivot of an aggregate. Values nil: found by a query.
	Pivot struct {
		Columns []Expr
		Values  []Expr // Alias for named values; RowValue for several columns
	}
	// PivotRelation is SQL's FROM t PIVOT (aggs FOR col IN (…)); grouping is by all other columns.
	PivotRelation struct {
		Node
		Input      Relation
		Aggregates []Expr
		Pivot      Pivot
	}
	Unpivot struct {
		Node
		Input        Relation
		IDs          []Expr // nil with IDsAll: all columns that are not values
		IDsAll       bool
		Values       [][]Expr // one entry per value row; several expressions for multi-value
		ValueAliases []string // row labels, "" = by column names
		VariableName string
		ValueNames   []string
		IncludeNulls bool
	}
	Distinct struct {
		Node
		Input Relation
	}
	// Deduplicate is dropDuplicates. Columns nil: all.
	Deduplicate struct {
		Node
		Input           Relation
		Columns         []string
		All             bool
		WithinWatermark bool
	}
	// SubqueryAlias names a relation and, optionally, its columns.
	SubqueryAlias struct {
		Node
		Input   Relation
		Name    string
		Columns []string
	}
	// With is WITH ctes query.
	With struct {
		Node
		CTEs      []CTE
		Input     Relation
		Recursive bool
	}
	CTE struct {
		Name     string
		Columns  []string
		Query    Relation
		MaxDepth Expr
	}
	// LateralView is LATERAL VIEW [OUTER] generator t AS a, b.
	LateralView struct {
		Node
		Input     Relation
		Generator *Call
		Outer     bool
		Table     string
		Columns   []string
	}
	// WindowDefinitions is WINDOW w AS (…) around a query block.
	WindowDefinitions struct {
		Node
		Input Relation
		Specs map[string]WindowSpec
	}
	Sample struct {
		Node
		Input              Relation
		Lower, Upper       float64
		WithReplacement    bool
		Seed               *int64
		Rows               Expr // TABLESAMPLE (n ROWS)
		DeterministicOrder bool
	}
	Repartition struct {
		Node
		Input   Relation
		Count   int // 0: default
		By      []Expr
		Shuffle bool
		// Sorts within range partitions
		Range bool
	}
	Hint struct {
		Node
		Input  Relation
		Name   string
		Params []Expr
	}
	WithColumns struct {
		Node
		Input   Relation
		Columns []*Alias
	}
	WithColumnsRenamed struct {
		Node
		Input    Relation
		From, To []string
	}
	// Drop removes columns by expression or by name (a missing name is no error).
	Drop struct {
		Node
		Input   Relation
		Columns []Expr
		Names   []string
	}
	ToDF struct {
		Node
		Input Relation
		Names []string
	}
	// ToSchema is DataFrame.to(schema).
	ToSchema struct {
		Node
		Input  Relation
		Schema types.StructType
	}
	Transpose struct {
		Node
		Input Relation
		Index []Expr
	}
	NAFill struct {
		Node
		Input   Relation
		Columns []string
		Values  []*Literal // one for all columns, or one per column
	}
	NADrop struct {
		Node
		Input       Relation
		Columns     []string
		MinNonNulls *int // nil: all must be non-null
	}
	NAReplace struct {
		Node
		Input    Relation
		Columns  []string
		From, To []*Literal
	}
	// Stat is describe, summary, crosstab, cov, corr, approxQuantile, freqItems, sampleBy by Kind.
	Stat struct {
		Node
		Input   Relation
		Kind    string
		Columns []string
		Args    map[string]any // documented by kind in internal/analyze
	}
	// ShowString is df.show() as a relation of one string; HTMLString is _repr_html_.
	ShowString struct {
		Node
		Input    Relation
		Rows     int
		Truncate int // 0: no truncation
		Vertical bool
		HTML     bool
	}
	CollectMetrics struct {
		Node
		Input   Relation
		Name    string
		Metrics []Expr
	}
	WithWatermark struct {
		Node
		Input     Relation
		EventTime string
		Delay     string
	}
	// WithRelations carries relations that expressions of Root refer to by plan id (DataFrame subqueries).
	WithRelations struct {
		Node
		Root Relation
		Refs []Relation
	}
	CachedRelation struct {
		Node
		ID string
	}
	// CommandRelation is a command in the place of a relation: SQL statements, DML. Its rows are the command's result.
	CommandRelation struct {
		Node
		Command Command
	}
	// CatalogCall is spark.catalog.<Name>(args) as a relation.
	CatalogCall struct {
		Node
		Name string
		Args map[string]any
	}
	// Pipe is query |> operator steps, already desugared except for what needs its input's schema.
	PipeSet struct {
		Node
		Input   Relation
		Columns []*Alias
	}
)

// JoinType is the kind of a join.
type JoinType uint8

const (
	InnerJoin JoinType = iota
	LeftOuterJoin
	RightOuterJoin
	FullOuterJoin
	LeftSemiJoin
	LeftAntiJoin
	CrossJoin
)

// SetOp is the kind of a set operation.
type SetOp uint8

const (
	Union SetOp = iota
	Intersect
	Except
)

// GroupKind is the kind of a grouping.
type GroupKind uint8

const (
	GroupBy GroupKind = iota
	Rollup
	Cube
	GroupingSets
	PivotGroup
)
