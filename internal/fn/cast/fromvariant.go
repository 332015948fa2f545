package cast

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/variant"
	"github.com/flintlake/flintlake/internal/vec"
)

// VariantReader casts variants to one type.
type VariantReader struct {
	to      types.DataType
	try     bool
	zone    string
	texts   variant.Texts
	element *VariantReader   // of an array, or of the values of a map
	fields  []*VariantReader // of a struct
}

// NewVariantReader makes a reader; under try what cannot be cast is null instead of INVALID_VARIANT_CAST.
func NewVariantReader(to types.DataType, try bool, zone string) (*VariantReader, error) {
	z, err := datetime.LoadZone(zone)
	if err != nil {
		return nil, err
	}
	return newVariantReader(to, try, zone, z), nil
}

func newVariantReader(to types.DataType, try bool, zone string, z *datetime.Zone) *VariantReader {
	r := &VariantReader{to: to, try: try, zone: zone, texts: VariantTexts(z)}
	switch t := to.(type) {
	case types.ArrayType:
		r.element = newVariantReader(t.Element, try, zone, z)
	case types.MapType:
		r.element = newVariantReader(t.Value, try, zone, z)
	case types.StructType:
		for _, f := range t.Fields {
			r.fields = append(r.fields, newVariantReader(f.Type, try, zone, z))
		}
	}
	return r
}

// VariantTexts is how numbers and texts stand in the JSON of variants.
func VariantTexts(zone *datetime.Zone) variant.Texts {
	return variant.Texts{Zone: zone, Float: AppendFloat, String: AppendJSONString}
}

// fromVariant casts VARIANT to the target type.
func (k *caster) fromVariant() (fn.Kernel, error) {
	r := newVariantReader(k.to, k.mode == expr.Try, k.zoneID, k.zone)
	return fn.Rows(k.to, func(row fn.Row, out *vec.Builder) error {
		return r.Put(row.C, out, variant.At(row.Raw(0), row.Index()))
	}), nil
}

// Put appends the value as the reader's type.
func (r *VariantReader) Put(c *fn.Context, out *vec.Builder, v variant.Value) error {
	kind, err := v.Kind()
	switch {
	case err != nil:
		return err
	case r.to.ID() == types.IDVariant:
		var b variant.Builder
		if err := b.Append(v); err != nil {
			return err
		}
		PutVariant(out, b.Finish())
		return nil
	case kind == variant.Null:
		out.Null()
		return nil
	}
	switch t := r.to.(type) {
	case types.ArrayType:
		if kind != variant.Array {
			return r.refuse(out, v)
		}
		err := v.Elements(func(e variant.Value) error { return r.element.Put(c, out.Child(0), e) })
		out.EndList()
		return err
	case types.MapType:
		if kind != variant.Object {
			return r.refuse(out, v)
		}
		err := v.Fields(func(key string, e variant.Value) error {
			out.Child(0).TextString(key)
			return r.element.Put(c, out.Child(1), e)
		})
		out.EndList()
		return err
	case types.StructType:
		if kind != variant.Object {
			return r.refuse(out, v)
		}
		return r.putStruct(c, out, t, v)
	}
	if kind == variant.Object || kind == variant.Array {
		if !types.IsString(r.to) {
			return r.refuse(out, v)
		}
		text, err := v.AppendJSON(nil, r.texts)
		out.Text(text)
		return err
	}
	return r.scalar(c, out, v, kind)
}

func (r *VariantReader) putStruct(c *fn.Context, out *vec.Builder, t types.StructType, v variant.Value) error {
	for i, f := range t.Fields {
		e, ok, err := v.Field(f.Name)
		switch {
		case err != nil:
			return err
		case !ok:
			out.Child(i).Null()
			continue
		}
		if err := r.fields[i].Put(c, out.Child(i), e); err != nil {
			return err
		}
	}
	out.EndStruct()
	return nil
}

// refuse is what a value that cannot be cast gives.
func (r *VariantReader) refuse(out *vec.Builder, v variant.Value) error {
	if r.try {
		out.Null()
		return nil
	}
	text, err := v.AppendJSON(nil, r.texts)
	if err != nil {
		return err
	}
	return sparkerr.New("INVALID_VARIANT_CAST", "value", string(text), "dataType", quoted(r.to))
}

// scalar casts a value as CAST casts a value of its SQL type.
func (r *VariantReader) scalar(c *fn.Context, out *vec.Builder, v variant.Value, kind variant.Kind) error {
	one, err := scalarVector(c, v, kind)
	if err != nil {
		return err
	}
	if !fn.CanCast(one.Type, r.to, expr.ANSI) {
		return r.refuse(out, v)
	}
	kernel, err := New(one.Type, r.to, expr.Try, r.zone)
	if err != nil {
		return err
	}
	got, err := kernel(c, []*vec.Vector{one}, nil, 1)
	if err != nil {
		return err
	}
	if got.IsNull(0) {
		return r.refuse(out, v)
	}
	out.From(got, 0)
	return nil
}

// scalarVector is a value as a vector of one row.
func scalarVector(c *fn.Context, v variant.Value, kind variant.Kind) (*vec.Vector, error) {
	t, scale := types.DataType(nil), 0
	var value any
	var err error
	var n int64
	switch kind {
	case variant.Bool:
		t, value = types.Boolean, v.Bool()
	case variant.Int:
		t = types.Long
		value, err = v.Int()
	case variant.Double:
		t = types.Double
		value, err = v.Double()
	case variant.Float:
		var f float64
		f, err = v.Double()
		t, value = types.Float, float32(f)
	case variant.Decimal:
		var u types.Int128
		u, scale, err = v.Decimal()
		d := types.DecimalType{Precision: max(u.Digits(), scale, 1), Scale: scale}
		t, value = d, types.Decimal{Unscaled: u, Precision: d.Precision, Scale: scale}
	case variant.Date:
		n, err = v.Int()
		t, value = types.Date, int32(n)
	case variant.Timestamp:
		t = types.Timestamp
		value, err = v.Int()
	case variant.TimestampNTZ:
		t = types.TimestampNTZ
		value, err = v.Int()
	case variant.Binary:
		t = types.Binary
		value, err = v.Bytes()
	default:
		var s []byte
		s, err = v.Bytes()
		t, value = types.String, string(s)
	}
	if err != nil {
		return nil, err
	}
	b := vec.NewBuilder(c.Arena, t)
	if err := b.Value(value); err != nil {
		return nil, err
	}
	return b.Finish(), nil
}

// AppendJSONString quotes a text as Jackson does: control characters are escaped, everything else is kept.
func AppendJSONString(b []byte, s string) []byte {
	const digits = "0123456789ABCDEF"
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\r':
			b = append(b, '\\', 'r')
		case c == '\t':
			b = append(b, '\\', 't')
		case c == '\b':
			b = append(b, '\\', 'b')
		case c == '\f':
			b = append(b, '\\', 'f')
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
