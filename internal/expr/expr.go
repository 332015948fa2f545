package expr

import (
	"sync/atomic"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
)

// Expr is a resolved expression.
type Expr interface {
	Type() types.DataType
	Nullable() bool
	// Children are the direct operands, in order.
	Children() []Expr
	// WithChildren is a copy with other operands, as many as Children gives.
	WithChildren([]Expr) Expr
}

// AttributeID identifies a column of a resolved relation.
type AttributeID int64

var lastID atomic.Int64

// NewID gives an id that is unique in the process.
func NewID() AttributeID { return AttributeID(lastID.Add(1)) }

// Attribute is an output column of a relation, and at the same time the expression that refers to it.
type Attribute struct {
	ID        AttributeID
	Name      string
	DataType  types.DataType
	IsNull    bool
	Qualifier []string // catalog, database, table or alias it can be addressed by; last part first to match
	Metadata  map[string]any
	// Hidden columns (metadata columns such as _metadata, _change_type on demand) are not part of *.
	Hidden bool
}

// NewAttribute makes an attribute with a fresh id.
func NewAttribute(name string, t types.DataType, nullable bool) *Attribute {
	return &Attribute{ID: NewID(), Name: name, DataType: t, IsNull: nullable}
}

// Renew is a copy with a fresh id: the same column of another instance of a relation.
func (a *Attribute) Renew() *Attribute { c := *a; c.ID = NewID(); return &c }

// Literal is a constant; Value is nil for NULL, else the Go value plan.Literal documents for the type.
type Literal struct {
	DataType types.DataType
	Value    any
}

// Alias gives an expression a name and an id: the definition of an output attribute.
type Alias struct {
	Child     Expr
	Name      string
	ID        AttributeID
	Metadata  map[string]any
	Qualifier []string
}

// NewAlias names child under a fresh id.
func NewAlias(child Expr, name string) *Alias { return &Alias{Child: child, Name: name, ID: NewID()} }

// Attr is the attribute that the alias defines.
func (a *Alias) Attr() *Attribute {
	return &Attribute{ID: a.ID, Name: a.Name, DataType: a.Child.Type(), IsNull: a.Child.Nullable(), Metadata: a.Metadata, Qualifier: a.Qualifier}
}

// Callee is a function bound to argument types; internal/fn provides it.
type Callee interface {
	// FunctionName is the name as Spark prints it in generated column names.
	FunctionName() string
	// Deterministic functions may be folded, moved and evaluated again.
	Deterministic() bool
}

// Call is a bound scalar function.
type Call struct {
	Fn       Callee
	Args     []Expr
	DataType types.DataType
	IsNull   bool
	// Context is where the call stood in the query, for run-time (ANSI) errors.
	Context *sparkerr.QueryContext
}

// Cast converts Child; Mode is resolved: ANSI, TRY or LEGACY.
type Cast struct {
	Child    Expr
	DataType types.DataType
	Mode     CastMode
	// TimeZone is the session time zone at analysis.
	TimeZone string
	// Implicit casts were put in by type coercion (they do not show in generated names).
	Implicit bool
	// Store is the table column that the value is written to, nil elsewhere: an overflow is reported with its name.
	Store   *StoredColumn
	Context *sparkerr.QueryContext
}

// StoredColumn tells where a cast value goes. Overflows are CAST_OVERFLOW_IN_TABLE_INSERT, or DELTA_CAST_OVERFLOW_IN_TABLE_WRITE when Update is
// set (UPDATE and MERGE).
type StoredColumn struct {
	Name   string
	Update bool
}

// CastMode tells what happens to values that cannot be converted.
type CastMode uint8

const (
	ANSI CastMode = iota
	Try
	Legacy
)

// Case is CASE WHEN w1 THEN t1 … ELSE e END; Else may be nil. Branch types are equal.
type Case struct {
	When, Then []Expr
	Else       Expr
}

// And, Or and Not are Kleene logic; the right side is evaluated only for rows the left does not decide.
type (
	And struct{ Left, Right Expr }
	Or  struct{ Left, Right Expr }
	Not struct{ Child Expr }
)

// CompareOp is a comparison of two values of one type.
type CompareOp uint8

const (
	Eq CompareOp = iota
	Ne
	Lt
	Le
	Gt
	Ge
	EqNullSafe // <=>
)

// Compare compares operands of equal type. Doubles: NaN equals NaN and is greater than all else; -0.0 equals 0.0.
type Compare struct {
	Op          CompareOp
	Left, Right Expr
}

// IsNull is child IS NULL; Negated IS NOT NULL.
type IsNull struct {
	Child   Expr
	Negated bool
}

// In is value IN (list), list elements of the value's type. Null when no match and a null is around.
type In struct {
	Value Expr
	List  []Expr
}

// Coalesce is the first argument that is not null; later ones are evaluated only where needed.
type Coalesce struct{ Args []Expr }

// GetField is a struct's field by ordinal.
type GetField struct {
	Child   Expr
	Ordinal int
	Name    string
}

// MakeStruct builds a struct. Names and nullability are in DataType.
type MakeStruct struct {
	Fields   []Expr
	DataType types.StructType
}

// Lambda is a function argument of a higher-order function: Params are attributes that Body refers to.
type Lambda struct {
	Params []*Attribute
	Body   Expr
}

// Aggregate is a bound aggregate function; it stands only in logical.Aggregate and logical.Window lists.
type Aggregate struct {
	Fn       Callee
	Args     []Expr
	Distinct bool
	Filter   Expr // nil: all rows
	Order    []SortOrder
	DataType types.DataType
	IsNull   bool
	Context  *sparkerr.QueryContext
}

// WindowFunction is a bound ranking or offset function (row_number, lag …); it stands only in logical.Window lists.
type WindowFunction struct {
	Fn          Callee
	Args        []Expr
	IgnoreNulls bool
	DataType    types.DataType
	IsNull      bool
	Context     *sparkerr.QueryContext
}

// Generator is a bound table generator (explode …); it stands only in logical.Generate.
type Generator struct {
	Fn      Callee
	Args    []Expr
	Columns types.StructType // what it produces
}

// SortOrder is a resolved sort key.
type SortOrder struct {
	Child      Expr
	Descending bool
	NullsFirst bool
}

// Outer marks an attribute of an enclosing query inside a subquery's plan.
type Outer struct{ Attr *Attribute }

// SubqueryKind is how a subquery is used.
type SubqueryKind uint8

const (
	ScalarSubquery SubqueryKind = iota
	ExistsSubquery
	InSubquery
)

// Subquery holds a resolved plan (a logical.Node, kept opaque here). Outer names appear in it as Outer nodes. For IN,
// Values are compared with the plan's columns in order.
type Subquery struct {
	Kind     SubqueryKind
	Plan     any
	Values   []Expr
	DataType types.DataType
	IsNull   bool
}

func (a *Attribute) Type() types.DataType     { return a.DataType }
func (a *Attribute) Nullable() bool           { return a.IsNull }
func (a *Attribute) Children() []Expr         { return nil }
func (a *Attribute) WithChildren([]Expr) Expr { return a }
func (l *Literal) Type() types.DataType       { return l.DataType }
func (l *Literal) Nullable() bool             { return l.Value == nil }
func (l *Literal) Children() []Expr           { return nil }
func (l *Literal) WithChildren([]Expr) Expr   { return l }
func (a *Alias) Type() types.DataType         { return a.Child.Type() }
func (a *Alias) Nullable() bool               { return a.Child.Nullable() }
func (a *Alias) Children() []Expr             { return []Expr{a.Child} }
func (a *Alias) WithChildren(c []Expr) Expr   { n := *a; n.Child = c[0]; return &n }
func (c *Call) Type() types.DataType          { return c.DataType }
func (c *Call) Nullable() bool                { return c.IsNull }
func (c *Call) Children() []Expr              { return c.Args }
func (c *Call) WithChildren(a []Expr) Expr    { n := *c; n.Args = a; return &n }
func (c *Cast) Type() types.DataType          { return c.DataType }
func (c *Cast) Children() []Expr              { return []Expr{c.Child} }
func (c *Cast) WithChildren(a []Expr) Expr    { n := *c; n.Child = a[0]; return &n }
func (c *Case) Type() types.DataType          { return c.Then[0].Type() }
func (e *And) Type() types.DataType           { return types.Boolean }
func (e *And) Nullable() bool                 { return e.Left.Nullable() || e.Right.Nullable() }
func (e *And) Children() []Expr               { return []Expr{e.Left, e.Right} }
func (e *And) WithChildren(c []Expr) Expr     { return &And{c[0], c[1]} }
func (e *Or) Type() types.DataType            { return types.Boolean }
func (e *Or) Nullable() bool                  { return e.Left.Nullable() || e.Right.Nullable() }
func (e *Or) Children() []Expr                { return []Expr{e.Left, e.Right} }
func (e *Or) WithChildren(c []Expr) Expr      { return &Or{c[0], c[1]} }
func (e *Not) Type() types.DataType           { return types.Boolean }
func (e *Not) Nullable() bool                 { return e.Child.Nullable() }
func (e *Not) Children() []Expr               { return []Expr{e.Child} }
func (e *Not) WithChildren(c []Expr) Expr     { return &Not{c[0]} }
func (e *Compare) Type() types.DataType       { return types.Boolean }
func (e *Compare) Nullable() bool {
	return e.Op != EqNullSafe && (e.Left.Nullable() || e.Right.Nullable())
}
func (e *Compare) Children() []Expr            { return []Expr{e.Left, e.Right} }
func (e *Compare) WithChildren(c []Expr) Expr  { return &Compare{e.Op, c[0], c[1]} }
func (e *IsNull) Type() types.DataType         { return types.Boolean }
func (e *IsNull) Nullable() bool               { return false }
func (e *IsNull) Children() []Expr             { return []Expr{e.Child} }
func (e *IsNull) WithChildren(c []Expr) Expr   { return &IsNull{c[0], e.Negated} }
func (e *In) Type() types.DataType             { return types.Boolean }
func (e *In) Nullable() bool                   { return anyNullable(e.Children()) }
func (e *In) Children() []Expr                 { return append([]Expr{e.Value}, e.List...) }
func (e *In) WithChildren(c []Expr) Expr       { return &In{c[0], c[1:]} }
func (e *Coalesce) Type() types.DataType       { return e.Args[0].Type() }
func (e *Coalesce) Children() []Expr           { return e.Args }
func (e *Coalesce) WithChildren(c []Expr) Expr { return &Coalesce{c} }
func (e *Coalesce) Nullable() bool {
	for _, a := range e.Args {
		if !a.Nullable() {
			return false
		}
	}
	return true
}

func (c *Case) Nullable() bool {
	return c.Else == nil || c.Else.Nullable() || anyNullable(c.Then)
}
func (c *Case) Children() []Expr {
	out := make([]Expr, 0, 2*len(c.When)+1)
	for i := range c.When {
		out = append(out, c.When[i], c.Then[i])
	}
	if c.Else != nil {
		out = append(out, c.Else)
	}
	return out
}
func (c *Case) WithChildren(a []Expr) Expr {
	n := &Case{}
	for i := range c.When {
		n.When, n.Then = append(n.When, a[2*i]), append(n.Then, a[2*i+1])
	}
	if c.Else != nil {
		n.Else = a[len(a)-1]
	}
	return n
}
func (e *GetField) Type() types.DataType {
	return e.Child.Type().(types.StructType).Fields[e.Ordinal].Type
}
func (e *GetField) Nullable() bool {
	return e.Child.Nullable() || e.Child.Type().(types.StructType).Fields[e.Ordinal].Nullable
}
func (e *GetField) Children() []Expr                 { return []Expr{e.Child} }
func (e *GetField) WithChildren(c []Expr) Expr       { return &GetField{c[0], e.Ordinal, e.Name} }
func (e *MakeStruct) Type() types.DataType           { return e.DataType }
func (e *MakeStruct) Nullable() bool                 { return false }
func (e *MakeStruct) Children() []Expr               { return e.Fields }
func (e *MakeStruct) WithChildren(c []Expr) Expr     { return &MakeStruct{c, e.DataType} }
func (e *Lambda) Type() types.DataType               { return e.Body.Type() }
func (e *Lambda) Nullable() bool                     { return e.Body.Nullable() }
func (e *Lambda) Children() []Expr                   { return []Expr{e.Body} }
func (e *Lambda) WithChildren(c []Expr) Expr         { return &Lambda{e.Params, c[0]} }
func (e *Aggregate) Type() types.DataType            { return e.DataType }
func (e *Aggregate) Nullable() bool                  { return e.IsNull }
func (e *WindowFunction) Type() types.DataType       { return e.DataType }
func (e *WindowFunction) Nullable() bool             { return e.IsNull }
func (e *WindowFunction) Children() []Expr           { return e.Args }
func (e *WindowFunction) WithChildren(c []Expr) Expr { n := *e; n.Args = c; return &n }
func (e *Generator) Type() types.DataType            { return e.Columns }
func (e *Generator) Nullable() bool                  { return false }
func (e *Generator) Children() []Expr                { return e.Args }
func (e *Generator) WithChildren(c []Expr) Expr      { n := *e; n.Args = c; return &n }
func (e *Outer) Type() types.DataType                { return e.Attr.DataType }
func (e *Outer) Nullable() bool                      { return e.Attr.IsNull }
func (e *Outer) Children() []Expr                    { return nil }
func (e *Outer) WithChildren([]Expr) Expr            { return e }
func (e *Subquery) Type() types.DataType             { return e.DataType }
func (e *Subquery) Nullable() bool                   { return e.IsNull }
func (e *Subquery) Children() []Expr                 { return e.Values }
func (e *Subquery) WithChildren(c []Expr) Expr       { n := *e; n.Values = c; return &n }

// Children of an Aggregate are its arguments, then the filter when there is one, then the order keys.
func (e *Aggregate) Children() []Expr {
	out := append([]Expr(nil), e.Args...)
	if e.Filter != nil {
		out = append(out, e.Filter)
	}
	for _, o := range e.Order {
		out = append(out, o.Child)
	}
	return out
}

// WithChildren takes the operands in the order Children gives them.
func (e *Aggregate) WithChildren(c []Expr) Expr {
	n := *e
	n.Args, c = c[:len(e.Args)], c[len(e.Args):]
	if e.Filter != nil {
		n.Filter, c = c[0], c[1:]
	}
	n.Order = append([]SortOrder(nil), e.Order...)
	for i := range n.Order {
		n.Order[i].Child = c[i]
	}
	return &n
}

func anyNullable(es []Expr) bool {
	for _, e := range es {
		if e.Nullable() {
			return true
		}
	}
	return false
}
