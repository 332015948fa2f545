package document

import (
	"encoding/base64"
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn/cast"
	"github.com/flintlake/flintlake/internal/fn/variant"
	"github.com/flintlake/flintlake/internal/vec"
)

// writer writes values as Spark's JacksonGenerator does.
type writer struct {
	dropNulls       bool
	zone            *datetime.Zone
	date, timestamp *datetime.Pattern
}

func (w *writer) formats(o map[string]string) (err error) {
	if p := o["dateformat"]; p != "" {
		if w.date, err = datetime.Compile(p, datetime.Formatting); err != nil {
			return err
		}
	}
	if p := o["timestampformat"]; p != "" {
		w.timestamp, err = datetime.Compile(p, datetime.Formatting)
	}
	return err
}

// orNull writes row i of a vector in any form.
func (w *writer) orNull(b []byte, v *vec.Vector, i int) ([]byte, error) {
	if v.IsNull(i) {
		return append(b, "null"...), nil
	}
	return w.value(b, v.Base(), v.Slot(i))
}

// value writes slot i, which is not null.
func (w *writer) value(b []byte, v *vec.Vector, i int) ([]byte, error) {
	switch t := v.Type.(type) {
	case types.StructType:
		return w.fields(b, t, v, i)
	case types.ArrayType:
		s := vec.Values[vec.Span](v)[i]
		b = append(b, '[')
		for j := range s.Size {
			if j > 0 {
				b = append(b, ',')
			}
			var err error
			if b, err = w.orNull(b, v.Children[0], int(s.Offset+j)); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case types.MapType:
		return w.entries(b, t, v, i)
	case types.VariantType:
		return variant.At(v, i).AppendJSON(b, cast.VariantTexts(w.zone))
	case types.StringType, types.CharType, types.VarcharType:
		return appendString(b, vec.Values[vec.View](v)[i].Str()), nil
	case types.BinaryType:
		b = append(b, '"')
		b = base64.StdEncoding.AppendEncode(b, vec.Values[vec.View](v)[i].Bytes())
		return append(b, '"'), nil
	case types.FloatType:
		return appendNumber(b, float64(vec.Values[float32](v)[i]), 32), nil
	case types.DoubleType:
		return appendNumber(b, vec.Values[float64](v)[i], 64), nil
	case types.DecimalType, types.BooleanType, types.ByteType, types.ShortType, types.IntegerType, types.LongType, types.NullType:
		app, err := cast.NewAppender(t, w.zone, false)
		if err != nil {
			return nil, err
		}
		return app(b, v, i), nil
	}
	b = append(b, '"')
	b, err := w.temporal(b, v, i)
	return append(b, '"'), err
}

func appendNumber(b []byte, f float64, bits int) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(append(append(b, '"'), cast.FloatText(f, bits)...), '"')
	}
	return cast.AppendFloat(b, f, bits)
}

// temporal writes dates and timestamps in ISO form with the zone's offset, everything else as CAST does.
func (w *writer) temporal(b []byte, v *vec.Vector, i int) ([]byte, error) {
	switch v.Type.ID() {
	case types.IDDate:
		if w.date != nil {
			b, _ = w.date.AppendDate(b, vec.Values[int32](v)[i])
			return b, nil
		}
	case types.IDTimestamp, types.IDTimestampNTZ:
		p, pattern, zone := w.timestamp, "yyyy-MM-dd'T'HH:mm:ss[.SSS][XXX]", w.zone
		if v.Type.ID() == types.IDTimestampNTZ {
			p, pattern, zone = nil, "yyyy-MM-dd'T'HH:mm:ss[.SSS]", datetime.FixedZone("UTC", 0)
		}
		if p == nil {
			var err error
			if p, err = datetime.Compile(pattern, datetime.Formatting); err != nil {
				return nil, err
			}
		}
		b, _ = p.AppendTimestamp(b, vec.Values[int64](v)[i], zone)
		return b, nil
	}
	app, err := cast.NewAppender(v.Type, w.zone, false)
	if err != nil {
		return nil, err
	}
	return app(b, v, i), nil
}

func (w *writer) fields(b []byte, t types.StructType, v *vec.Vector, i int) ([]byte, error) {
	b = append(b, '{')
	first := true
	for k, f := range t.Fields {
		child := v.Children[k]
		if child.IsNull(i) && w.dropNulls {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(appendString(b, f.Name), ':')
		var err error
		if b, err = w.orNull(b, child, i); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// entries writes a map, whose keys become text.
func (w *writer) entries(b []byte, t types.MapType, v *vec.Vector, i int) ([]byte, error) {
	key, err := cast.NewAppender(t.Key, w.zone, false)
	if err != nil {
		return nil, err
	}
	s := vec.Values[vec.Span](v)[i]
	b = append(b, '{')
	for j := range s.Size {
		if j > 0 {
			b = append(b, ',')
		}
		k := v.Children[0]
		b = append(appendString(b, string(key(nil, k.Base(), k.Slot(int(s.Offset+j))))), ':')
		if b, err = w.orNull(b, v.Children[1], int(s.Offset+j)); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}
