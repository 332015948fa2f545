package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// pad binds lpad and rpad.
func pad(left bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 3); err != nil {
			return nil, err
		}
		args, err := c.Want(stringOrBinary, fn.Exact(types.Integer), stringOrBinary)
		if err != nil {
			return nil, err
		}
		t := types.DataType(types.String)
		fill := any(" ")
		if isBinary(args[0]) && (len(args) == 2 || isBinary(args[2])) {
			t, fill = types.Binary, []byte{0}
		}
		if len(args) == 2 {
			args = append(args, fn.Constant(t, fill))
		}
		if t.ID() == types.IDString {
			args[0], args[2] = c.Cast(args[0], t), c.Cast(args[2], t)
		}
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Text3(t, func(dst []byte, s string, n int32, fill string) []byte {
			return appendPadded(dst, s, int(n), fill, left, t.ID() == types.IDBinary)
		})}, nil
	}
}

func appendPadded(dst []byte, s string, n int, fill string, left, bytes bool) []byte {
	size, cut := int(length(s)), Substring
	if bytes {
		size, cut = len(s), substringBytes
	}
	if n <= size {
		return append(dst, cut(s, 1, n)...)
	}
	if !left {
		dst = append(dst, s...)
	}
	if fill != "" {
		unit := int(length(fill))
		if bytes {
			unit = len(fill)
		}
		for missing := n - size; missing > 0; missing -= unit {
			if missing < unit {
				dst = append(dst, cut(fill, 1, missing)...)
				break
			}
			dst = append(dst, fill...)
		}
	}
	if left {
		dst = append(dst, s...)
	}
	return dst
}
