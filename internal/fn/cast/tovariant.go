package cast

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/variant"
	"github.com/flintlake/flintlake/internal/vec"
)

// variantWriter writes slot i of a vector that is neither a dictionary nor null there.
type variantWriter func(b *variant.Builder, v *vec.Vector, i int) error

// ToVariant gives the kernel that makes variants of a type; structs become objects, maps of texts too.
func ToVariant(from types.DataType) (fn.Kernel, error) {
	write, err := newVariantWriter(from)
	if err != nil {
		return nil, err
	}
	return fn.Rows(types.Variant, func(r fn.Row, out *vec.Builder) error {
		var b variant.Builder
		v, i := r.At(0)
		if err := write(&b, v, i); err != nil {
			return err
		}
		PutVariant(out, b.Finish())
		return nil
	}), nil
}

// PutVariant appends a variant.
func PutVariant(out *vec.Builder, v types.VariantValue) {
	out.Child(0).Text(v.Value)
	out.Child(1).Text(v.Metadata)
	out.EndStruct()
}

func newVariantWriter(t types.DataType) (variantWriter, error) {
	switch t := t.(type) {
	case types.NullType:
		return func(b *variant.Builder, _ *vec.Vector, _ int) error { b.Null(); return nil }, nil
	case types.BooleanType:
		return func(b *variant.Builder, v *vec.Vector, i int) error { b.Bool(vec.Bools(v)[i]); return nil }, nil
	case types.ByteType:
		return variantInt[int8], nil
	case types.ShortType:
		return variantInt[int16], nil
	case types.IntegerType:
		return variantInt[int32], nil
	case types.LongType:
		return variantInt[int64], nil
	case types.FloatType:
		return func(b *variant.Builder, v *vec.Vector, i int) error { b.Float(vec.Values[float32](v)[i]); return nil }, nil
	case types.DoubleType:
		return func(b *variant.Builder, v *vec.Vector, i int) error { b.Double(vec.Values[float64](v)[i]); return nil }, nil
	case types.DecimalType:
		return func(b *variant.Builder, v *vec.Vector, i int) error {
			b.Decimal(vec.Values[types.Int128](v)[i], t.Scale)
			return nil
		}, nil
	case types.StringType, types.CharType, types.VarcharType:
		return func(b *variant.Builder, v *vec.Vector, i int) error {
			b.Text(vec.Values[vec.View](v)[i].Str())
			return nil
		}, nil
	case types.BinaryType:
		return func(b *variant.Builder, v *vec.Vector, i int) error {
			b.Binary(vec.Values[vec.View](v)[i].Bytes())
			return nil
		}, nil
	case types.DateType:
		return func(b *variant.Builder, v *vec.Vector, i int) error { b.Date(vec.Values[int32](v)[i]); return nil }, nil
	case types.TimestampType:
		return func(b *variant.Builder, v *vec.Vector, i int) error { b.Timestamp(vec.Values[int64](v)[i]); return nil }, nil
	case types.TimestampNTZType:
		return func(b *variant.Builder, v *vec.Vector, i int) error {
			b.TimestampNTZ(vec.Values[int64](v)[i])
			return nil
		}, nil
	case types.VariantType:
		return func(b *variant.Builder, v *vec.Vector, i int) error { return b.Append(variant.At(v, i)) }, nil
	case types.ArrayType:
		return variantArray(t)
	case types.MapType:
		return variantMap(t)
	case types.StructType:
		return variantStruct(t)
	}
	return nil, sparkerr.Unsupported("CAST of " + t.SQL() + " to VARIANT")
}

func variantInt[T integer](b *variant.Builder, v *vec.Vector, i int) error {
	b.Int(int64(vec.Values[T](v)[i]))
	return nil
}

// orVariantNull writes row i of a vector in any form.
func orVariantNull(w variantWriter, b *variant.Builder, v *vec.Vector, i int) error {
	if v.IsNull(i) {
		b.Null()
		return nil
	}
	return w(b, v.Base(), v.Slot(i))
}

func variantArray(t types.ArrayType) (variantWriter, error) {
	element, err := newVariantWriter(t.Element)
	return func(b *variant.Builder, v *vec.Vector, i int) error {
		s, start := vec.Values[vec.Span](v)[i], b.Len()
		at := make([]int, s.Size)
		for j := range at {
			at[j] = b.Len()
			if err := orVariantNull(element, b, v.Children[0], int(s.Offset)+j); err != nil {
				return err
			}
		}
		b.EndArray(start, at)
		return nil
	}, err
}

func variantMap(t types.MapType) (variantWriter, error) {
	value, err := newVariantWriter(t.Value)
	return func(b *variant.Builder, v *vec.Vector, i int) error {
		s, start := vec.Values[vec.Span](v)[i], b.Len()
		fields := make([]variant.Field, s.Size)
		for j := range fields {
			k := v.Children[0]
			key := string(vec.Values[vec.View](k.Base())[k.Slot(int(s.Offset)+j)].Bytes())
			b.Key(key)
			fields[j] = variant.Field{Key: key, At: b.Len()}
			if err := orVariantNull(value, b, v.Children[1], int(s.Offset)+j); err != nil {
				return err
			}
		}
		return b.EndObject(start, fields)
	}, err
}

func variantStruct(t types.StructType) (variantWriter, error) {
	writers := make([]variantWriter, len(t.Fields))
	for i, f := range t.Fields {
		w, err := newVariantWriter(f.Type)
		if err != nil {
			return nil, err
		}
		writers[i] = w
	}
	return func(b *variant.Builder, v *vec.Vector, i int) error {
		start := b.Len()
		fields := make([]variant.Field, len(writers))
		for j, w := range writers {
			b.Key(t.Fields[j].Name)
			fields[j] = variant.Field{Key: t.Fields[j].Name, At: b.Len()}
			if err := orVariantNull(w, b, v.Children[j], i); err != nil {
				return err
			}
		}
		return b.EndObject(start, fields)
	}, nil
}
