package document

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/cast"
	"github.com/flintlake/flintlake/internal/fn/variant"
	"github.com/flintlake/flintlake/internal/vec"
)

// VariantGet takes a part of a variant.
var VariantGet = fn.Function{Name: "variant_get", Group: "variant_funcs",
	Doc: fn.Describe("Returns the value at a path of a VARIANT, cast to a type; NULL where there is none, an error where it cannot be cast.",
		fn.Params("v", "path", "targetType:string?"), `SELECT variant_get(parse_json('{"a":1}'), '$.a', 'int')`, "1"),
	Bind: variantGet(false)}

func variantGet(try bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 3); err != nil {
			return nil, err
		}
		t := types.DataType(types.Variant)
		if len(c.Args) == 3 {
			v, _ := c.Literal(c.Args[2])
			text, ok := v.(string)
			if !ok {
				return nil, sparkerr.New("INVALID_SCHEMA.NON_STRING_LITERAL", "inputSchema", `"`+c.ArgText(c.Args[2])+`"`)
			}
			var err error
			if t, err = types.ParseType(text); err != nil {
				return nil, err
			}
			t = types.AsNullable(t)
		}
		if !fn.CanCast(types.Variant, t, c.Env.CastMode()) {
			return nil, c.Mismatch("CAST_WITHOUT_SUGGESTION", "srcType", `"VARIANT"`, "targetType", `"`+t.SQL()+`"`)
		}
		two := *c
		two.Args = c.Args[:2]
		args, err := two.Want(variantClass, fn.AnyString)
		if err != nil {
			return nil, err
		}
		zone := "UTC"
		if c.Env != nil && c.Env.ZoneID != "" {
			zone = c.Env.ZoneID
		}
		reader, err := cast.NewVariantReader(t, try, zone)
		if err != nil {
			return nil, err
		}
		cache, name := &fn.Cache[[]variant.Step]{}, c.ID()
		return &fn.Bound{Args: args, Type: t, Nullable: true, Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			path, err := cache.Get(r.Text(1), func(p string) ([]variant.Step, error) { return variant.ParsePath(p, name) })
			if err != nil {
				return err
			}
			v, ok, err := variant.At(r.Raw(0), r.Index()).Get(path)
			switch {
			case err != nil:
				return err
			case !ok:
				out.Null()
				return nil
			}
			return reader.Put(r.C, out, v)
		})}, nil
	}
}
