package analyze

import (
	"fmt"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

// tableChanges is table_changes(table, start [, end]) and table_changes_by_path(path, start [, end]): the change data feed. Bounds are
// versions when they are whole numbers, else times.
func (b *binder) tableChanges(c *plan.Call, byPath bool) *rel {
	if len(c.Args) < 2 || len(c.Args) > 3 {
		failAt(c.Origin, "INCORRECT_NUMBER_OF_ARGUMENTS", "failure", "not as many arguments as needed", "functionName", c.Name[0], "minArgs", "2", "maxArgs", "3")
	}
	constant := func(e plan.Expr) *expr.Literal {
		return check(b.foldTo(stripAlias(b.expression(e, b.scope(&rel{})))))
	}
	target, ok := constant(c.Args[0]).Value.(string)
	if !ok {
		failAt(c.Origin, "UNRESOLVABLE_TABLE_VALUED_FUNCTION", "name", quoteID(c.Name...))
	}
	name := []string{"delta", target}
	if !byPath {
		name = check(sqlparse.TableName(target))
	}
	options := map[string]string{"readChangeFeed": "true"}
	for i, side := range []string{"starting", "ending"}[:len(c.Args)-1] {
		l := constant(c.Args[i+1])
		if types.IsIntegral(l.DataType) {
			options[side+"Version"] = fmt.Sprint(l.Value)
			continue
		}
		text := check(b.foldTo(b.cast(l, types.String, expr.ANSI, false)))
		options[side+"Timestamp"] = fmt.Sprint(text.Value)
	}
	found, ok, err := b.catalog.Relation(b.ctx, name, options, nil)
	if err != nil {
		throw(err)
	}
	if !ok || found.Table == nil {
		throw(b.tableNotFound(name, c.Origin))
	}
	return b.scan(found.Table, found.Name)
}
