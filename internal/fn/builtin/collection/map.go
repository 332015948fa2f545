package collection

import (
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Map makes a map of keys and values in turn.
var Map = fn.Function{Name: "map", Aliases: []string{"create_map"}, Group: "map_funcs",
	Doc: fn.Describe("Returns a map of the arguments, keys and values in turn.", fn.Params("cols..."), "SELECT map(1.0, '2')", `{1.0:"2"}`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if len(c.Args)%2 != 0 {
			return nil, sparkerr.New("WRONG_NUM_ARGS.WITHOUT_SUGGESTION", "functionName", c.ID(), "expectedNum", "2n (n > 0)", "actualNum", strconv.Itoa(len(c.Args)),
				"docroot", "https://spark.apache.org/docs/latest")
		}
		var keys, values []expr.Expr
		for i := 0; i < len(c.Args); i += 2 {
			keys, values = append(keys, c.Args[i]), append(values, c.Args[i+1])
		}
		k, ok := commonOf(c, keys)
		if !ok {
			return nil, mapDiff(c, "CREATE_MAP_KEY_DIFF_TYPES", keys)
		}
		v, ok := commonOf(c, values)
		if !ok {
			return nil, mapDiff(c, "CREATE_MAP_VALUE_DIFF_TYPES", values)
		}
		args := make([]expr.Expr, len(c.Args))
		for i := range keys {
			args[2*i], args[2*i+1] = c.Cast(keys[i], k), c.Cast(values[i], v)
			values[i] = args[2*i+1]
		}
		if err := checkKeyType(c, k); err != nil {
			return nil, err
		}
		t := types.MapType{Key: k, Value: v, ValueContainsNull: fn.AnyNullable(values)}
		policy := dedup(c)
		return &fn.Bound{Args: args, Type: t, Kernel: fn.AllRows(t, func(r fn.Row, out *vec.Builder) error {
			m := newMapBuilder(out, policy)
			for i := 0; i < r.Len(); i += 2 {
				kv, ki := argument(r, i)
				vv, vi := argument(r, i+1)
				if err := m.put(kv, ki, vv, vi); err != nil {
					return err
				}
			}
			m.end()
			return nil
		})}, nil
	}}

// argument is argument k as a vector of any form and the row in it, null or not.
func argument(r fn.Row, k int) (*vec.Vector, int) {
	v := r.Raw(k)
	return v, r.Index()
}

func commonOf(c *fn.Call, list []expr.Expr) (types.DataType, bool) {
	ts := make([]types.DataType, len(list))
	for i, e := range list {
		ts[i] = e.Type()
	}
	return fn.CommonType(c.Env, ts...)
}

func mapDiff(c *fn.Call, kind string, list []expr.Expr) error {
	texts := make([]string, len(list))
	for i, e := range list {
		texts[i] = `"` + e.Type().SQL() + `"`
	}
	return c.Mismatch(kind, "functionName", c.ID(), "dataType", "["+strings.Join(texts, ", ")+"]")
}

func checkKeyType(c *fn.Call, k types.DataType) error {
	if types.Exists(k, func(t types.DataType) bool { return t.ID() == types.IDMap || t.ID() == types.IDVariant }) {
		return c.Mismatch("INVALID_MAP_KEY_TYPE", "keyType", `"`+k.SQL()+`"`)
	}
	return nil
}
