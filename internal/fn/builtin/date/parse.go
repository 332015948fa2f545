package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// parser binds to_date, to_timestamp and their like: a text alone is cast, with a pattern it is parsed. Values that are not text are cast.
func parser(c *fn.Call, t types.DataType, args []expr.Expr, try bool) (*fn.Bound, error) {
	mode := c.Env.CastMode()
	if try {
		mode = expr.Try
	}
	plain := func() (*fn.Bound, error) {
		if types.EqualIgnoreNullability(args[0].Type(), t) {
			return fn.Replace(args[0]), nil
		}
		if err := fn.CheckCast(args[0].Type(), t, mode); err != nil {
			return nil, fn.CastError(args[0].Type(), t, mode, `"`+c.Text()+`"`)
		}
		return fn.Replace(&expr.Cast{Child: args[0], DataType: t, Mode: mode, TimeZone: c.Env.ZoneID}), nil
	}
	if len(args) == 1 || !types.IsString(args[0].Type()) && args[0].Type().ID() != types.IDNull {
		return plain()
	}
	zone, err := zoneOf(c, t)
	if err != nil {
		return nil, err
	}
	use := datetime.Parsing
	if t.ID() == types.IDTimestampNTZ {
		use = datetime.ParsingNTZ
	}
	cache := &fn.Cache[*datetime.Pattern]{}
	texts := []expr.Expr{c.Cast(args[0], types.String), c.Cast(args[1], types.String)}
	fail := func(s string, ok bool) error {
		if ok || mode != expr.ANSI {
			return nil
		}
		return parseError(s)
	}
	b := &fn.Bound{Args: texts, Type: t, Nullable: true}
	switch t.ID() {
	case types.IDDate:
		b.Kernel = fn.Try2(t, func(s, pattern string) (int32, bool, error) {
			p, err := patternAt(cache, pattern, use)
			if err != nil {
				return 0, false, err
			}
			d, ok := p.ParseDate(s)
			return d, ok, fail(s, ok)
		})
	default:
		b.Kernel = fn.Try2(t, func(s, pattern string) (int64, bool, error) {
			p, err := patternAt(cache, pattern, use)
			if err != nil {
				return 0, false, err
			}
			if t.ID() == types.IDTimestampNTZ {
				r, ok := p.Parse(s)
				if !ok {
					return 0, false, fail(s, false)
				}
				v, ok := r.Local()
				return v, ok, fail(s, ok)
			}
			v, ok := p.ParseTimestamp(s, zone)
			return v, ok, fail(s, ok)
		})
	}
	return b, nil
}

func parsing(t types.DataType, try bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 2); err != nil {
			return nil, err
		}
		args := append([]expr.Expr(nil), c.Args...)
		want := fn.Either(fn.AnyString, dateClass, timestampClass, fn.Exact(types.TimestampNTZ))
		if t.ID() == types.IDTimestamp {
			want = fn.Either(fn.AnyString, dateClass, timestampClass, fn.Exact(types.TimestampNTZ), fn.Numeric)
		}
		if args[0].Type().ID() != types.IDNull {
			e, ok := fn.ImplicitCast(c.Env, args[0], want)
			if !ok {
				return nil, c.Unexpected(0, want)
			}
			args[0] = e
		}
		return parser(c, t, args, try)
	}
}
