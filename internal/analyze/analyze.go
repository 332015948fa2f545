package analyze

import (
	"context"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

// Functions finds declarations of builtin functions by name, without case; *fn.Registry is one.
type Functions interface {
	Lookup(name string) (*fn.Function, bool)
}

// Analyzer binds plans for one query (or one step of a script): Env fixes options, time zone and the time of the query. It keeps
// no state between calls and may be used by one goroutine at a time.
type Analyzer struct {
	catalog   Catalog
	functions Functions
	env       *fn.Env
	// Fold evaluates a foldable expression; eval.Fold in an engine. Nil: only literals are foldable.
	Fold func(e expr.Expr, env *fn.Env) (*expr.Literal, error)
	// Rows runs a bound query for the few constructs whose columns depend on data (pivot without values, transpose, crosstab). Nil
	// refuses them.
	Rows func(ctx context.Context, n logical.Node) ([][]any, error)
}

// New makes an analyzer. Options are read through env.Conf.
func New(cat Catalog, functions Functions, env *fn.Env) *Analyzer {
	return &Analyzer{catalog: cat, functions: functions, env: env}
}

// Relation binds a query. The node's output is the query's columns, in order.
func (a *Analyzer) Relation(ctx context.Context, r plan.Relation) (n logical.Node, err error) {
	defer catch(&err)
	b := a.binder(ctx)
	out := b.relation(r)
	return b.withShared(out.exact()), nil
}

// ExpressionOver binds an expression whose names are those of attrs: defaults, generation expressions, constraints.
func (a *Analyzer) ExpressionOver(ctx context.Context, e plan.Expr, attrs []*expr.Attribute) (out expr.Expr, err error) {
	defer catch(&err)
	b := a.binder(ctx)
	return stripAlias(b.expression(e, b.scope(&rel{attrs: attrs}))), nil
}

// ConditionText parses and binds a boolean expression over attrs.
func (a *Analyzer) ConditionText(ctx context.Context, sql string, attrs []*expr.Attribute) (out expr.Expr, err error) {
	defer catch(&err)
	b := a.binder(ctx)
	return b.condition(b.parse(sql), b.clauseScope(&rel{attrs: attrs}, "WHERE")), nil
}

// Constant binds and evaluates an expression without columns, cast to t when t is not nil (SET, DECLARE, LIMIT, options).
func (a *Analyzer) Constant(ctx context.Context, e plan.Expr, t types.DataType) (l *expr.Literal, err error) {
	defer catch(&err)
	b := a.binder(ctx)
	x := stripAlias(b.expression(e, b.scope(&rel{})))
	if t != nil && !types.EqualIgnoreNullability(x.Type(), t) {
		x = b.cast(x, t, b.castMode(plan.CastDefault), false)
	}
	if !has[*expr.Subquery](x) || b.Rows == nil {
		return b.foldTo(x)
	}
	n := &logical.Project{Input: b.oneRow().node, List: []expr.Expr{expr.NewAlias(x, "value")}}
	rows, err := b.Rows(ctx, b.withShared(n))
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &expr.Literal{DataType: x.Type(), Value: rows[0][0]}, nil
}

// SQLText is the text of a bound expression as Spark prints it in column names and error parameters.
func (a *Analyzer) SQLText(e expr.Expr) string { return a.binder(context.Background()).sql(e) }

// binder is the state of binding one plan.
type binder struct {
	*Analyzer
	ctx context.Context
	// outer is the scope of the query around the relation being bound (subqueries, lateral joins).
	outer *scope
	ctes  *cteScope
	defs  []logical.CTEDef
	// texts are printed forms of expressions whose tree no longer shows what was written (rewritten functions).
	texts map[expr.Expr]string
	// calls are function calls as written, where the bound node has another name or other arguments.
	calls map[expr.Expr]writtenCall
	// copies are columns listed twice: copy → first.
	copies map[expr.AttributeID]expr.AttributeID
	// windows are the named windows of the block about to be bound.
	windows map[string]plan.WindowSpec
	// refs are relations that expressions refer to by plan id (DataFrame subqueries).
	refs          map[int64]plan.Relation
	views         []string // names of the views being expanded, outermost first
	caseSensitive bool
	// locals are relations given by name with a statement (spark.sql(text, views)).
	locals map[string]plan.Relation
	// params are the parameters of the SQL function whose body is being bound.
	params *scope
	depth  int
}

func (a *Analyzer) binder(ctx context.Context) *binder {
	return &binder{Analyzer: a, ctx: ctx, texts: map[expr.Expr]string{}, calls: map[expr.Expr]writtenCall{}, copies: map[expr.AttributeID]expr.AttributeID{},
		caseSensitive: a.env.Conf != nil && a.env.Conf("spark.sql.caseSensitive") == "true"}
}

// withShared puts the definitions of CTEs that are evaluated once around the query.
func (b *binder) withShared(n logical.Node) logical.Node {
	if len(b.defs) == 0 {
		return n
	}
	return &logical.WithCTE{Defs: b.defs, Input: n}
}

// parse reads expression text, as the DataFrame API takes it.
func (b *binder) parse(sql string) plan.Expr {
	return check(sqlparse.Expression(sql, sqlparse.Options{}))
}

func (b *binder) conf(key string) string {
	if b.env.Conf == nil {
		return ""
	}
	return b.env.Conf(key)
}

// foldTo evaluates a foldable expression.
func (b *binder) foldTo(e expr.Expr) (*expr.Literal, error) {
	if l, ok := e.(*expr.Literal); ok {
		return l, nil
	}
	if b.Fold == nil {
		return nil, sparkerr.Internal("no evaluator for %s", b.sql(e))
	}
	return b.Fold(e, b.env)
}

// foldable tells whether an expression has a value without any row.
func foldable(e expr.Expr) bool {
	ok := true
	expr.Walk(e, func(x expr.Expr) bool {
		switch x := x.(type) {
		case *expr.Attribute, *expr.Outer, *expr.Subquery, *expr.Aggregate, *expr.WindowFunction, *expr.Generator, *nestedGenerator, *windowExpr:
			ok = false
		case *expr.Call:
			ok = ok && x.Fn.Deterministic()
		case *expr.Lambda:
			return false
		}
		return ok
	})
	return ok
}

func stripAlias(e expr.Expr) expr.Expr {
	for {
		a, ok := e.(*expr.Alias)
		if !ok {
			return e
		}
		e = a.Child
	}
}
