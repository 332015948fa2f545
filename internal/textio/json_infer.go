package textio

import (
	"errors"
	"io"
	"math/rand/v2"
	"sort"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
)

// JSONInference finds the schema of JSON files. Add every file, then ask for the Schema; partial inferences are joined with Merge.
// Fields are sorted by name, at every level.
type JSONInference struct {
	o    *JSONOptions
	root types.DataType
}

// NewJSONInference starts without files.
func NewJSONInference(o *JSONOptions) *JSONInference {
	return &JSONInference{o: o, root: types.StructType{}}
}

// InferJSON is the schema of one file.
func InferJSON(r io.Reader, o *JSONOptions) (types.StructType, error) {
	i := NewJSONInference(o)
	if err := i.Add(r); err != nil {
		return types.StructType{}, err
	}
	return i.Schema(), nil
}

// Add takes the records of a file. A record that is not JSON adds the column of corrupt records, is left out, or is an error, by mode.
func (j *JSONInference) Add(r io.Reader) error {
	records, err := newJSONRecords(r, j.o)
	if err != nil {
		return err
	}
	sample := rand.New(rand.NewPCG(1, 1))
	tape := jsonTape{allow: j.o.allow}
	for {
		text, err := records.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if j.o.SamplingRatio < 1 && sample.Float64() >= j.o.SamplingRatio {
			continue
		}
		if err := j.record(&tape, text); err != nil {
			return err
		}
	}
}

func (j *JSONInference) record(tape *jsonTape, text []byte) error {
	ok, empty := tape.parse(text)
	if empty {
		return nil
	}
	if !ok {
		switch j.o.Mode {
		case FailFast:
			return malformedRecord(string(text))
		case Permissive:
			corrupt := types.NewStruct(types.StructField{Name: j.o.CorruptColumn, Type: types.String, Nullable: true})
			return j.merge(corrupt, text)
		}
		return nil
	}
	t, _ := j.o.infer(tape, 0)
	return j.merge(t, text)
}

// merge is compatibleRootType: documents that are arrays count by their elements, and one that is neither object nor null makes the column of
// corrupt records.
func (j *JSONInference) merge(t types.DataType, text []byte) error {
	for t.ID() == types.IDArray {
		t = t.(types.ArrayType).Element
	}
	root := j.root.(types.StructType)
	switch {
	case t.ID() == types.IDNull:
	case t.ID() == types.IDStruct:
		j.root = j.o.compatible(root, t)
	case j.o.Mode == FailFast:
		return malformedRecord(string(text))
	case j.o.Mode == Permissive:
		if _, _, has := root.FieldExact(j.o.CorruptColumn); !has {
			root = root.Add(j.o.CorruptColumn, types.String, true)
			sortFields(root.Fields)
			j.root = root
		}
	}
	return nil
}

// Merge adds what another inference found.
func (j *JSONInference) Merge(other *JSONInference) { j.root = j.o.compatible(j.root, other.root) }

// Schema is the schema of the records so far; every field is nullable. Fields that were always null are strings (or dropped, by option),
// objects without fields are left out.
func (j *JSONInference) Schema() types.StructType {
	if t, ok := j.o.canonical(j.root); ok {
		return t.(types.StructType)
	}
	return types.StructType{}
}

func sortFields(f []types.StructField) {
	sort.SliceStable(f, func(a, b int) bool { return f[a].Name < f[b].Name })
}

// infer is the type of node i and the index of the node after it (JsonInferSchema.inferField).
func (o *JSONOptions) infer(tape *jsonTape, i int) (types.DataType, int) {
	n := &tape.nodes[i]
	switch n.kind {
	case jsonObject:
		var s types.StructType
		for k := i + 1; k < n.end; {
			name := string(tape.content(&tape.nodes[k]))
			var t types.DataType
			t, k = o.infer(tape, k+1)
			s.Fields = append(s.Fields, types.StructField{Name: name, Type: t, Nullable: true})
		}
		sortFields(s.Fields)
		return s, n.end
	case jsonArray:
		element := types.DataType(types.Null)
		for k := i + 1; k < n.end; {
			var t types.DataType
			t, k = o.infer(tape, k)
			element = o.compatible(element, t)
		}
		return types.ArrayType{Element: element, ContainsNull: true}, n.end
	case jsonNull:
		return types.Null, n.end
	case jsonString:
		return o.inferString(datetime.Text(tape.content(n))), n.end
	}
	if o.PrimitivesAsString {
		return types.String, n.end
	}
	if n.kind == jsonTrue || n.kind == jsonFalse {
		return types.Boolean, n.end
	}
	return o.inferNumber(datetime.Text(tape.raw(n)), n.kind), n.end
}

func (o *JSONOptions) inferString(s string) types.DataType {
	if s == "" { // generators that do not tell "" from null
		return types.Null
	}
	if o.PrefersDecimal {
		if precision, scale, ok := decimalSizes(s); ok && scale >= 0 && max(precision, scale) <= types.MaxPrecision {
			return types.DecimalType{Precision: max(precision, scale), Scale: scale}
		}
	}
	if o.InferTimestamp {
		if o.NTZ {
			if _, ok := o.times.parseNTZ(s); ok {
				return types.TimestampNTZ
			}
		}
		if _, ok := o.times.parseTimestamp(s); ok {
			return types.Timestamp
		}
	}
	return types.String
}

func (o *JSONOptions) inferNumber(s string, kind jsonKind) types.DataType {
	if kind == jsonInt {
		if _, ok := parseInt(s, 64); ok {
			return types.Long
		}
	}
	if kind == jsonInt || o.PrefersDecimal {
		if precision, scale, ok := types.DecimalSizes(s); ok && scale >= 0 && max(precision, scale) <= types.MaxPrecision {
			return types.DecimalType{Precision: max(precision, scale), Scale: scale}
		}
	}
	return types.Double
}

// compatible is the type that holds the values of both (JsonInferSchema.compatibleType).
func (o *JSONOptions) compatible(a, b types.DataType) types.DataType {
	if t, ok := tightest(a, b); ok {
		return t
	}
	switch a := a.(type) {
	case types.StructType:
		if b, ok := b.(types.StructType); ok {
			return o.mergeStructs(a, b)
		}
	case types.ArrayType:
		if b, ok := b.(types.ArrayType); ok {
			return types.ArrayType{Element: o.compatible(a.Element, b.Element), ContainsNull: true}
		}
	}
	if t, ok := decimals(wholeDecimal(a, b), wholeDecimal(b, a)); ok {
		return t
	}
	if a.ID() == types.IDTimestamp && b.ID() == types.IDTimestampNTZ || a.ID() == types.IDTimestampNTZ && b.ID() == types.IDTimestamp {
		return types.Timestamp
	}
	return types.String
}

// wholeDecimal turns an integral type beside a decimal into a decimal.
func wholeDecimal(t, beside types.DataType) types.DataType {
	if types.IsIntegral(t) && beside.ID() == types.IDDecimal {
		d, _ := types.DefaultDecimalFor(t)
		return d
	}
	return t
}

// mergeStructs joins two field lists that are sorted by name.
func (o *JSONOptions) mergeStructs(a, b types.StructType) types.DataType {
	var out types.StructType
	i, k := 0, 0
	for i < len(a.Fields) || k < len(b.Fields) {
		switch {
		case k == len(b.Fields) || i < len(a.Fields) && a.Fields[i].Name < b.Fields[k].Name:
			out.Fields = append(out.Fields, a.Fields[i])
			i++
		case i == len(a.Fields) || a.Fields[i].Name > b.Fields[k].Name:
			out.Fields = append(out.Fields, b.Fields[k])
			k++
		default:
			out = out.Add(a.Fields[i].Name, o.compatible(a.Fields[i].Type, b.Fields[k].Type), true)
			i++
			k++
		}
	}
	return out
}

// canonical turns what inference left open into types; ok is false for a type that vanishes.
func (o *JSONOptions) canonical(t types.DataType) (types.DataType, bool) {
	switch t := t.(type) {
	case types.NullType:
		return types.String, !o.DropFieldIfAllNull
	case types.ArrayType:
		element, ok := o.canonical(t.Element)
		return types.ArrayType{Element: element, ContainsNull: true}, ok
	case types.StructType:
		var out types.StructType
		for _, f := range t.Fields {
			if kind, ok := o.canonical(f.Type); ok && f.Name != "" {
				out = out.Add(f.Name, kind, true)
			}
		}
		return out, len(out.Fields) > 0
	}
	return t, true
}
