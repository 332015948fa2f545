package fn

import (
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Kind tells where a function may stand.
type Kind uint8

const (
	Scalar Kind = iota
	Aggregate
	Window
	Generator
	Table
)

// Function is the declaration of one SQL function: one file under internal/fn/builtin holds one value. From it come SQL,
// DESCRIBE FUNCTION, the Go and Python wrappers, the reference page and the test vectors.
type Function struct {
	Name    string   // lower case, as Spark prints it
	Aliases []string // other names
	Group   string   // Spark's group: string_funcs, math_funcs …
	Kind    Kind
	Doc     Doc
	// NonDeterministic functions (rand, uuid, current_timestamp per query) are never folded or evaluated twice.
	NonDeterministic bool
	// Foldable-only arguments, special syntax and the like are checked by Bind.
	// Bind checks the number and types of the arguments and gives the bound function. Errors are Spark's
	// (WRONG_NUM_ARGS.WITHOUT_SUGGESTION, DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE …).
	Bind func(c *Call) (*Bound, error)
}

// Doc is the documentation of a function, in our own words.
type Doc struct {
	Summary  string
	Args     []ArgDoc
	Examples []Example
	Since    string
	Note     string
}

// ArgDoc documents one argument; Name is PySpark's parameter name.
type ArgDoc struct {
	Name     string
	Text     string
	Optional bool
	Variadic bool
	// Kind tells the wrappers what they take: "column" (ColumnOrName, the default), "int", "string", "bool", "literal" (plain value), "lambda".
	Kind string
}

// Example is a query and what it shows; the tests run it.
type Example struct{ SQL, Result string }

// Env is what a call may depend on besides its arguments, fixed at analysis.
type Env struct {
	ANSI     bool
	TimeZone *time.Location
	// ZoneID is the session time zone as the user wrote it.
	ZoneID string
	// Now is the start of the query, microseconds since the epoch.
	Now int64
	// Conf reads a session option by key, "" when unset and without default.
	Conf func(key string) string
}

// Call is a function call with resolved arguments, before coercion.
type Call struct {
	Name     string // as written
	Args     []expr.Expr
	Distinct bool
	Env      *Env
	// SQL gives the text of an argument for error parameters.
	SQL func(expr.Expr) string
	// Fold evaluates an expression without attributes; internal/eval provides it.
	Fold func(expr.Expr) (*expr.Literal, error)
}

// Bound is a function resolved for its argument types. Exactly one of Rewrite, Kernel, HigherOrder, Accumulate, Rank or Generate is set.
type Bound struct {
	Fn *Function
	// Args are the arguments the kernel takes: Call.Args with implicit casts added, defaults filled in.
	Args     []expr.Expr
	Type     types.DataType
	Nullable bool
	// Rewrite replaces the call by another expression (nvl → Coalesce).
	Rewrite expr.Expr
	// Kernel of a scalar function.
	Kernel Kernel
	// HigherOrder is the kernel of a scalar function with lambda arguments.
	HigherOrder HigherOrder
	// Accumulate of an aggregate function.
	Accumulate func() Accumulator
	// Rank of a window-only function (row_number, lag …): its name is understood by internal/exec.
	Rank string
	// Generate of a generator.
	Generate Generate
	// Columns of a generator.
	Columns types.StructType
}

// FunctionName implements expr.Callee.
func (b *Bound) FunctionName() string { return b.Fn.Name }

// Deterministic implements expr.Callee.
func (b *Bound) Deterministic() bool { return !b.Fn.NonDeterministic }

// Context is what a kernel may use while it runs.
type Context struct {
	*vec.Arena // where results are allocated; owned by the batch being made
	Alloc      *vec.Allocator
	Env        *Env
	// Partition and RowBase number the rows for monotonically_increasing_id, rand and the like.
	Partition int
	RowBase   int64
}

// Kernel computes a vector of n rows from argument vectors of n rows, for the rows in sel (nil: all). Rows outside sel are left
// unspecified, and must not raise errors. Arguments come in any Form; the lifting adapters of this package deal with constants,
// dictionaries and nulls so that most functions only say what happens to one row.
type Kernel func(c *Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error)

// Lambda is the body of a function argument: it computes a vector with a row for each entry of rows, where params are its parameters
// (as long as rows) and rows names for each the batch row whose columns it sees. Only entries in sel (nil: all) are evaluated.
type Lambda func(params []*vec.Vector, rows []int32, sel vec.Sel) (*vec.Vector, error)

// HigherOrder is a Kernel that gets lambdas beside its other arguments (both in the order in which they were written).
type HigherOrder func(c *Context, args []*vec.Vector, lambdas []Lambda, sel vec.Sel, n int) (*vec.Vector, error)

// Accumulator holds the states of one aggregate for many groups.
type Accumulator interface {
	// Grow makes room for groups 0 … n-1; new ones are empty.
	Grow(n int)
	// Update feeds the rows in sel (nil: all n) to groups[i] for row i. groups nil: all to group 0.
	Update(c *Context, args []*vec.Vector, sel vec.Sel, n int, groups []int32) error
	// Merge feeds the states of other (same function) into this one: group i of other goes to into[i].
	Merge(c *Context, other Accumulator, into []int32) error
	// Result gives the values of groups from … from+n-1 as a vector allocated from c.
	Result(c *Context, from, n int) (*vec.Vector, error)
	// Bytes is a cheap estimate of the memory held, for the budget.
	Bytes() int64
	// Close frees what it holds.
	Close()
}

// Remover is an Accumulator that can take rows out again, for sliding window frames.
type Remover interface {
	Remove(c *Context, args []*vec.Vector, row int, group int32) error
}

// Generate puts out rows for each input row: counts[i] rows for the i-th row in sel, and columns with the sum of the counts.
type Generate func(c *Context, args []*vec.Vector, sel vec.Sel, n int) (counts []int32, cols []*vec.Vector, err error)
