package document

import (
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// FromJSON reads JSON as a value of a schema.
var FromJSON = fn.Function{Name: "from_json", Group: "json_funcs",
	Doc: fn.Describe("Reads a JSON text as a struct, array or map of a schema given as DDL; what does not fit is NULL, in mode FAILFAST an error.", fn.Params("col", "schema:literal", "options:literal?"),
		`SELECT from_json('{"a":1, "b":0.8}', 'a INT, b DOUBLE')`, `{"a":1,"b":0.8}`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 3); err != nil {
			return nil, err
		}
		args, err := (&fn.Call{Name: c.Name, Args: c.Args[:1], Env: c.Env, SQL: c.SQL, Fold: c.Fold}).Want(fn.AnyString)
		if err != nil {
			return nil, err
		}
		t, err := schemaArgument(c, c.Args[1])
		if err != nil {
			return nil, err
		}
		o := map[string]string{}
		if len(c.Args) == 3 {
			if o, err = options(c, c.Args[2]); err != nil {
				return nil, err
			}
		}
		mode := strings.ToUpper(o["mode"])
		if mode != "" && mode != "PERMISSIVE" && mode != "FAILFAST" {
			return nil, sparkerr.New("PARSE_MODE_UNSUPPORTED", "funcName", c.ID(), "mode", mode)
		}
		zone, err := c.Zone()
		if err != nil {
			return nil, err
		}
		r := reader{zone: zone}
		if err := r.formats(o); err != nil {
			return nil, err
		}
		corrupt := -1
		if s, ok := t.(types.StructType); ok && mode != "FAILFAST" {
			name := o["columnnameofcorruptrecord"]
			if name == "" {
				name = "_corrupt_record"
			}
			if f, i, ok := s.Field(name); ok && types.IsString(f.Type) {
				corrupt = i
			}
		}
		return &fn.Bound{Args: args, Type: t, Nullable: true, Kernel: fn.Rows(t, func(row fn.Row, out *vec.Builder) error {
			text := row.Text(0)
			if strings.TrimSpace(text) == "" {
				out.Null()
				return nil
			}
			v, ok := decode(text)
			if ok {
				if list, isList := v.([]any); isList && t.ID() == types.IDStruct { // the first element stands for the array
					switch len(list) {
					case 0:
						v = nil
					case 1:
						v = list[0]
					default:
						v, ok = nil, false
					}
				}
				if o, isObject := v.(*object); isObject && t.ID() == types.IDArray { // an object stands for an array of one
					v = []any{o}
				}
			}
			broken := !ok
			if broken {
				v = nil
				if t.ID() == types.IDStruct {
					v = &object{}
				}
			}
			if corrupt >= 0 && (broken || !r.fits(v, t)) { // keep the text in its column
				o, _ := v.(*object)
				if o == nil {
					o = &object{}
				}
				name := t.(types.StructType).Fields[corrupt].Name
				v = &object{keys: append(slices.Clone(o.keys), name), values: append(slices.Clone(o.values), text)}
			}
			if fits := r.put(out, v, t); (!fits || broken) && mode == "FAILFAST" {
				return sparkerr.New("MALFORMED_RECORD_IN_PARSING.WITHOUT_SUGGESTION", "badRecord", text, "failFastMode", "FAILFAST")
			}
			return nil
		})}, nil
	}}

// schemaArgument reads a schema given as a constant text, all of it nullable.
func schemaArgument(c *fn.Call, e expr.Expr) (types.DataType, error) {
	v, ok := c.Literal(e)
	text, isText := v.(string)
	if !ok || !isText {
		return nil, sparkerr.New("INVALID_SCHEMA.NON_STRING_LITERAL", "inputSchema", `"`+c.ArgText(e)+`"`)
	}
	t, err := types.ParseSchema(text)
	if err != nil {
		return nil, err
	}
	t = types.AsNullable(t)
	if !types.IsNested(t) && t.ID() != types.IDVariant {
		return nil, c.Mismatch("INVALID_JSON_SCHEMA", "schema", `"`+t.SQL()+`"`)
	}
	return t, nil
}
