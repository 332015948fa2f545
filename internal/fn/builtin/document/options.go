package document

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// options reads the constant map of options of a JSON function.
func options(c *fn.Call, e expr.Expr) (map[string]string, error) {
	m, ok := e.Type().(types.MapType)
	if !ok || !types.IsString(m.Key) || !types.IsString(m.Value) {
		return nil, sparkerr.New("INVALID_OPTIONS.NON_STRING_TYPE", "mapType", `"`+e.Type().SQL()+`"`)
	}
	v, ok := c.Literal(e)
	if !ok {
		return nil, sparkerr.New("INVALID_OPTIONS.NON_MAP_FUNCTION")
	}
	out := map[string]string{}
	entries, _ := v.(types.MapValue)
	for i, k := range entries.Keys {
		name, _ := k.(string)
		value, _ := entries.Values[i].(string)
		out[strings.ToLower(name)] = value
	}
	return out, nil
}
