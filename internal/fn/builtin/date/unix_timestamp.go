package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// UnixTimestamp is the seconds since the epoch.
var UnixTimestamp = fn.Function{Name: "unix_timestamp", Aliases: []string{"to_unix_timestamp"}, Group: "datetime_funcs",
	Doc: fn.Describe("Returns seconds since 1970-01-01 UTC of a timestamp, a date or a text by a pattern; without arguments, of the query's start.", fn.Params("timestamp?", "format:string?"),
		"SELECT unix_timestamp('2016-04-08', 'yyyy-MM-dd')", "1460073600"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(0, 2); err != nil {
			return nil, err
		}
		if len(c.Args) == 0 {
			return fn.Replace(fn.Constant(types.Long, datetime.FloorDiv(c.Env.Now, datetime.MicrosPerSecond))), nil
		}
		want := fn.Either(fn.AnyString, dateClass, timestampClass, fn.Exact(types.TimestampNTZ))
		e := c.Args[0]
		if id := e.Type().ID(); !want.Has(e.Type()) && id != types.IDNull {
			return nil, c.Unexpected(0, want)
		}
		seconds := fn.Map1(types.Long, func(v int64) int64 { return datetime.FloorDiv(v, datetime.MicrosPerSecond) })
		if !types.IsString(e.Type()) {
			args := []expr.Expr{c.Cast(e, types.Timestamp)}
			return &fn.Bound{Args: args, Type: types.Long, Nullable: fn.AnyNullable(args), Kernel: seconds}, nil
		}
		args := []expr.Expr{e, fn.Constant(types.String, defaultPattern)}
		if len(c.Args) == 2 {
			args[1] = c.Cast(c.Args[1], types.String)
		}
		b, err := parser(c, types.Timestamp, args, false)
		if err != nil {
			return nil, err
		}
		parse := b.Kernel
		b.Type, b.Nullable = types.Long, fn.AnyNullable(args)
		if !c.ANSI() {
			b.Nullable = true
		}
		b.Kernel = func(k *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
			v, err := parse(k, args, sel, n)
			if err != nil {
				return nil, err
			}
			return seconds(k, []*vec.Vector{v}, sel, n)
		}
		return b, nil
	}}
