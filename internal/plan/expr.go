package plan

import "github.com/flintlake/flintlake/dataframe/types"

// Expr is an unresolved expression.
type Expr interface{ isExpr() }

// Origin is where an expression or relation stood in SQL text; the zero value means unknown.
type Origin struct {
	Start, Stop    int // byte offsets, Stop inclusive
	Line, Position int // 1-based line, 0-based column
	Text           string
	// Callsite is the DataFrame API call ("file:line") when the front end recorded it.
	Callsite string
}

type (
	// Attribute is a name to resolve: a column, a struct field, an outer column, a lambda variable.
	Attribute struct {
		Parts  []string
		PlanID int64 // the relation it was taken from (df["x"]), 0 for none; internal/connect adds one to the client's numbers
		// Metadata asks for a metadata column (df.metadataColumn).
		Metadata bool
		Origin   Origin
	}
	// Star is * or t.* or struct.*; Except and Replace are SQL's modifiers.
	Star struct {
		Target []string
		PlanID int64
		Except [][]string
		Origin Origin
	}
	// Regex is df.colRegex, or a quoted regular expression name in SQL.
	Regex struct {
		Pattern string
		PlanID  int64
	}
	// Literal is a constant. Go values by type: nil (typed null), bool, int8, int16, int32, int64, float32, float64,
	// types.Decimal, string, []byte, Date as int32 days, Timestamp and TimestampNTZ as int64 micros, Time as int64 nanos,
	// YearMonthInterval as int32, DayTimeInterval as int64, types.CalendarIntervalValue for calendar intervals, arrays and structs as
	// []any, maps as types.MapValue.
	Literal struct {
		Type   types.DataType
		Value  any
		Origin Origin
	}
	// TimestampText is TIMESTAMP '…' and the like: text that needs the session time zone, so the analyzer parses it.
	TypedText struct {
		TypeName string // DATE, TIMESTAMP, TIMESTAMP_NTZ, TIMESTAMP_LTZ, TIME, INTERVAL, X
		Text     string
		Origin   Origin
	}
	// Call is a function by name. Operators are calls too, with Spark's function names:
	// + - * / % div & | ^ ~ ! = == <=> < <= > >= <> and or not negative positive || like ilike rlike in isnull isnotnull …
	Call struct {
		Name        []string // usually one part; catalog.db.f for persistent functions
		Args        []Expr
		ArgNames    []string // named arguments (name => value): "" where positional; nil when none are named
		Distinct    bool
		IgnoreNulls *bool
		Filter      Expr        // FILTER (WHERE …)
		WithinGroup []SortOrder // WITHIN GROUP (ORDER BY …) or ordered-set order
		// Operator is true when it was written as an operator, for names and error texts.
		Operator bool
		// UserDefined refers to a registered user-defined function only.
		UserDefined bool
		// Internal marks functions only the API can reach (Spark Connect's is_internal).
		Internal bool
		Origin   Origin
	}
	// Case is CASE WHEN; a simple CASE is rewritten to equality by the parser. Else may be nil.
	Case struct {
		When   []WhenThen
		Else   Expr
		Origin Origin
	}
	WhenThen struct{ When, Then Expr }
	// Cast to a type.
	Cast struct {
		Child  Expr
		Type   types.DataType
		Mode   CastMode
		Origin Origin
	}
	// Alias names an expression; several names for a generator's columns.
	Alias struct {
		Child    Expr
		Names    []string
		Metadata map[string]any
		Origin   Origin
	}
	// Field is child.name or child[expr] or child['name'] on struct, array, map.
	Field struct {
		Child  Expr
		Key    Expr // a string Literal for .name
		Dotted bool // written child.name: never an ordinal or map look-up by column
		Origin Origin
	}
	// UpdateFields is Column.withField (Value set) and dropFields (Value nil); Name may be dotted.
	UpdateFields struct {
		Child Expr
		Name  []string
		Value Expr
	}
	// Window is f OVER (spec) or OVER name.
	Window struct {
		Func   Expr // usually a Call
		Spec   WindowSpec
		Ref    string // a named window; Spec then refines nothing
		Origin Origin
	}
	// Lambda is (x, y) -> body.
	Lambda struct {
		Params []string
		Body   Expr
		Origin Origin
	}
	// LambdaVariable is a parameter inside a Lambda body, as DataFrame front ends send it.
	LambdaVariable struct{ Name string }
	// In is value [NOT] IN (list); Not is expressed by a Call of "not".
	In struct {
		Value  Expr
		List   []Expr
		Origin Origin
	}
	// Like is value [NOT] LIKE/ILIKE/RLIKE pattern, with quantified forms.
	Like struct {
		Value      Expr
		Patterns   []Expr
		Kind       string // like, ilike, rlike
		Quantifier string // "", any, some, all
		Escape     string // "" means backslash
		Origin     Origin
	}
	// Between is value [NOT] BETWEEN low AND high.
	Between struct {
		Value, Low, High Expr
		Symmetric        bool
		Origin           Origin
	}
	// ScalarSubquery, Exists and InSubquery hold a query whose names may be those of the outer query.
	ScalarSubquery struct {
		Plan   Relation
		PlanID int64
		Origin Origin
	}
	// In DataFrame plans Plan is nil and PlanID names a relation of the WithRelations around.
	Exists struct {
		Plan   Relation
		PlanID int64
		Origin Origin
	}
	InSubquery struct {
		Values []Expr
		Plan   Relation
		PlanID int64
		Origin Origin
	}
	// TableArgument is TABLE(query) as an argument of a table function.
	TableArgument struct {
		Plan        Relation
		PlanID      int64
		PartitionBy []Expr
		OrderBy     []SortOrder
		WithSingle  bool
	}
	// Interval is INTERVAL expr unit (non-literal forms); literals are Literal.
	Interval struct {
		Units  []IntervalUnit
		Origin Origin
	}
	IntervalUnit struct {
		Value Expr
		Unit  string
	}
	// Parameter is :name or ? (Name empty, Position set).
	Parameter struct {
		Name     string
		Position int // byte offset of ?
		Origin   Origin
	}
	// Default is the DEFAULT keyword of INSERT, UPDATE and MERGE.
	Default struct{ Origin Origin }
	// Text is SQL expression text (F.expr, string conditions of the API); the analyzer parses it.
	Text struct{ SQL string }
	// Collate is expr COLLATE name.
	Collate struct {
		Child     Expr
		Collation []string
		Origin    Origin
	}
	// Struct constructor (a, b AS c) — a row value of two or more columns in SQL.
	RowValue struct {
		Fields []Expr
		Origin Origin
	}
	// DirectShuffle (Column for repartitionById) and other rare DataFrame-only forms are Calls with Internal set.
)

// CastMode tells what a cast does with values it cannot convert.
type CastMode uint8

const (
	// CastDefault follows spark.sql.ansi.enabled.
	CastDefault CastMode = iota
	CastANSI
	CastTry
	CastLegacy
)

// SortOrder is one key of an ORDER BY.
type SortOrder struct {
	Child      Expr
	Descending bool
	// Nulls is NullsDefault (first when ascending, last when descending) unless written.
	Nulls  NullOrder
	Origin Origin
}

func (SortOrder) isExpr() {}

// NullOrder is the place of nulls.
type NullOrder uint8

const (
	NullsDefault NullOrder = iota
	NullsFirst
	NullsLast
)

// WindowSpec is what stands in OVER (…).
type WindowSpec struct {
	Base        string // a named window to refine
	PartitionBy []Expr
	OrderBy     []SortOrder
	Frame       *Frame
}

// Frame is ROWS or RANGE BETWEEN lower AND upper.
type Frame struct {
	Range        bool
	Lower, Upper Bound
}

// Bound is one end of a frame. Value is nil for UNBOUNDED and CURRENT ROW.
type Bound struct {
	Kind  BoundKind
	Value Expr // positive offset; the kind tells the direction. DataFrame fronts may send a signed value with BoundValue.
}

// BoundKind tells the kind of a Bound.
type BoundKind uint8

const (
	UnboundedPreceding BoundKind = iota
	Preceding
	CurrentRow
	Following
	UnboundedFollowing
	// BoundValue is a signed offset: negative before, positive after.
	BoundValue
)

func (*Attribute) isExpr()      {}
func (*Star) isExpr()           {}
func (*Regex) isExpr()          {}
func (*Literal) isExpr()        {}
func (*TypedText) isExpr()      {}
func (*Call) isExpr()           {}
func (*Case) isExpr()           {}
func (*Cast) isExpr()           {}
func (*Alias) isExpr()          {}
func (*Field) isExpr()          {}
func (*UpdateFields) isExpr()   {}
func (*Window) isExpr()         {}
func (*Lambda) isExpr()         {}
func (*LambdaVariable) isExpr() {}
func (*In) isExpr()             {}
func (*Like) isExpr()           {}
func (*Between) isExpr()        {}
func (*ScalarSubquery) isExpr() {}
func (*Exists) isExpr()         {}
func (*InSubquery) isExpr()     {}
func (*TableArgument) isExpr()  {}
func (*Interval) isExpr()       {}
func (*Parameter) isExpr()      {}
func (*Default) isExpr()        {}
func (*Text) isExpr()           {}
func (*Collate) isExpr()        {}
func (*RowValue) isExpr()       {}
