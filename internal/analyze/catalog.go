package analyze

import (
	"context"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// Catalog is what the analyzer asks the session for; internal/session implements it. Names come as written, unresolved.
type Catalog interface {
	// Relation finds a temporary view, a catalog table or view, or a path table (delta.`/p`). ok is false when there is none; the
	// analyzer then raises TABLE_OR_VIEW_NOT_FOUND. at is the time travel asked for, with its expressions already evaluated.
	Relation(ctx context.Context, name []string, options map[string]string, at *TimeTravel) (r Resolved, ok bool, err error)
	// Source opens spark.read.format(…).load(…). schema is nil when the user gave none.
	Source(ctx context.Context, format string, schema *types.StructType, options map[string]string, paths []string) (logical.Table, error)
	// Cached finds a relation that the session keeps under an id (plan.CachedRelation).
	Cached(id string) (logical.Node, bool)
	// Local makes a relation of Arrow IPC bytes; schema is what the user asked for, nil for Arrow's own.
	Local(data []byte, schema *types.StructType) (columns types.StructType, rows logical.LocalRows, err error)
	// Function finds a SQL or external user-defined function; ok is false when there is none.
	Function(name []string) (f UserFunction, ok bool)
	// Variable finds a session variable's value.
	Variable(name []string) (*expr.Literal, bool)
	// Current is the current catalog and namespace.
	Current() (catalog string, namespace []string)
}

// TimeTravel is a resolved VERSION AS OF (Version >= 0) or TIMESTAMP AS OF (microseconds since the epoch).
type TimeTravel struct {
	Version   int64
	Timestamp *int64
}

// Resolved is what a name stands for; exactly one of Table, View and Plan is set.
type Resolved struct {
	// Name qualifies the columns: catalog, namespace, table, or the view's name alone.
	Name  []string
	Table logical.Table
	// View is a stored view: its query is analysed in the namespace and under the options of its making. Columns rename the output.
	View      plan.Relation
	Columns   []string
	Namespace []string
	Conf      map[string]string
	// Plan is an analysed temporary view. The analyzer renews its attributes.
	Plan logical.Node
}

// UserFunction is a user-defined SQL function: Body over Params, or Query for a table function.
type UserFunction struct {
	Name    string
	Params  []plan.ColumnDef
	Returns types.DataType
	Body    plan.Expr
	Query   plan.Relation
	Columns types.StructType
}
