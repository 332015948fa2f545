package textio

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// JSONValueParser turns single JSON texts into values of a struct, array or map type: from_json. It belongs to one goroutine.
type JSONValueParser struct {
	o    *JSONOptions
	t    types.DataType
	rows *JSONParser // for structs
	read jsonValue   // for the others
	tape jsonTape
}

// NewJSONValueParser prepares from_json. DROPMALFORMED is not possible for single values and gives PARSE_MODE_UNSUPPORTED.
func NewJSONValueParser(o *JSONOptions, t types.DataType) (*JSONValueParser, error) {
	if o.Mode == DropMalformed {
		return nil, sparkerr.New("PARSE_MODE_UNSUPPORTED", "funcName", "`from_json`", "mode", "DROPMALFORMED")
	}
	p := &JSONValueParser{o: o, t: t, tape: jsonTape{allow: o.allow}}
	var err error
	if s, ok := t.(types.StructType); ok {
		p.rows, err = NewJSONParser(o, s)
		return p, err
	}
	p.read, err = o.value(types.StructField{Name: "value", Type: t, Nullable: true})
	return p, err
}

// Append reads a text and appends one value: null for blank text and for a text that is no value of the type at all; for a struct then a
// struct of nulls, as in Spark. Under FAILFAST a text that does not fit is an error; the builder is then of no more use.
func (p *JSONValueParser) Append(b *vec.Builder, text []byte) error {
	if p.rows != nil {
		return p.appendStruct(b, text)
	}
	ok, empty := p.tape.parse(text)
	if empty {
		b.Null()
		return nil
	}
	partial := false
	if ok {
		ok, partial = p.read(b, &p.tape, 0)
		ok = ok && p.tape.nodes[0].kind != jsonNull
	}
	switch {
	case !ok && p.o.Mode == FailFast:
		return malformedRecord(string(text))
	case !ok && !partial && (len(p.tape.nodes) == 0 || p.tape.nodes[0].kind != jsonNull):
		b.Null()
	}
	return nil
}

func (p *JSONValueParser) appendStruct(b *vec.Builder, text []byte) error {
	r := p.rows
	ok, empty := r.tape.parse(text)
	if empty {
		b.Null()
		return nil
	}
	ok = ok && r.tape.nodes[0].kind == jsonObject
	if !ok && p.o.Mode == FailFast {
		return malformedRecord(string(text))
	}
	if ok {
		ok = r.root.append(b.Child, &r.tape, 0)
	} else {
		for i := range r.root.fields {
			if i != r.corrupt {
				b.Child(i).Null()
			}
		}
	}
	if r.corrupt >= 0 {
		if ok {
			b.Child(r.corrupt).Null()
		} else {
			b.Child(r.corrupt).Text(validText(text))
		}
	}
	b.EndStruct()
	if !ok && p.o.Mode == FailFast {
		return malformedRecord(string(text))
	}
	return nil
}

// InferJSONValue is the type of one JSON text, for schema_of_json; a text that is not JSON is an error.
func InferJSONValue(o *JSONOptions, text string) (types.DataType, error) {
	tape := jsonTape{allow: o.allow}
	ok, empty := tape.parse([]byte(text))
	if empty {
		return types.String, nil
	}
	if !ok {
		return nil, malformedRecord(text)
	}
	found, _ := o.infer(&tape, 0)
	if t, ok := o.canonical(found); ok {
		return t, nil
	}
	if found.ID() == types.IDArray { // of objects without fields
		return types.ArrayType{Element: types.StructType{}, ContainsNull: true}, nil
	}
	return types.StructType{}, nil
}

// CSVValueParser turns single CSV records into structs: from_csv. It belongs to one goroutine.
type CSVValueParser struct {
	o       *CSVOptions
	cut     *csvTokenizer
	parse   []csvParser
	corrupt int
	width   int
}

// NewCSVValueParser prepares from_csv.
func NewCSVValueParser(o *CSVOptions, s types.StructType) (*CSVValueParser, error) {
	if o.Mode == DropMalformed {
		return nil, sparkerr.New("PARSE_MODE_UNSUPPORTED", "funcName", "`from_csv`", "mode", "DROPMALFORMED")
	}
	p := &CSVValueParser{o: o, cut: newCSVTokenizer(o), corrupt: -1}
	for i, f := range s.Fields {
		if f.Name == o.CorruptColumn {
			if err := checkCorruptColumn(f); err != nil {
				return nil, err
			}
			p.corrupt = i
			p.parse = append(p.parse, nil)
			continue
		}
		parse, err := o.parser(f)
		if err != nil {
			return nil, sparkerr.New("UNSUPPORTED_DATATYPE", "typeName", sparkerr.QuoteSQL(f.Type.SQL())).WithCause(err)
		}
		p.parse = append(p.parse, parse)
		p.width++
	}
	return p, nil
}

// Append reads a record and appends one struct. Under FAILFAST a record that does not fit is an error; the builder is then of no more use.
func (p *CSVValueParser) Append(b *vec.Builder, text []byte) error {
	tokens := p.cut.line(text)
	bad := len(tokens) != p.width
	at := 0
	for i, parse := range p.parse {
		if parse == nil {
			continue
		}
		f := b.Child(i)
		if at >= len(tokens) {
			f.Null()
			continue
		}
		value, null := p.o.value(tokens[at])
		at++
		if null || !parse(f, value) {
			bad = bad || !null
			f.Null()
		}
	}
	if bad && p.o.Mode == FailFast {
		return malformedRecord(string(text))
	}
	if p.corrupt >= 0 {
		if bad {
			b.Child(p.corrupt).Text(validText(text))
		} else {
			b.Child(p.corrupt).Null()
		}
	}
	b.EndStruct()
	return nil
}

// InferCSVValue is the struct of one CSV record with the names _c0, _c1 and so on, for schema_of_csv.
func InferCSVValue(o *CSVOptions, text string) (types.StructType, error) {
	one := *o
	one.Header, one.InferSchema, one.MultiLine, one.SamplingRatio, one.LineSep = false, true, false, 1, "\x00"
	return InferCSV(strings.NewReader(text), &one)
}

// CSVEncoder turns structs into CSV records: to_csv.
type CSVEncoder struct{ w CSVWriter }

// NewCSVEncoder makes an encoder with the options of ParseCSVWriteOptions.
func NewCSVEncoder(o *CSVOptions) *CSVEncoder { return &CSVEncoder{CSVWriter{o: o}} }

// Append appends row i of a struct vector, without a line end. A record without any text (a single NULL) means that to_csv is NULL. Fields that are
// arrays, maps or structs must have been cast to text.
func (e *CSVEncoder) Append(b []byte, v *vec.Vector, i int) []byte {
	base, slot := v.Base(), v.Slot(i)
	e.w.buf = e.w.buf[:0]
	for k, f := range base.Children {
		if k > 0 {
			e.w.buf = append(e.w.buf, e.w.o.Sep...)
		}
		e.w.field = e.w.field[:0]
		null := f.IsNull(slot)
		if !null {
			e.w.field = e.w.text(e.w.field, f, slot)
		}
		e.w.value(k, e.w.field, null)
	}
	return append(b, e.w.buf...)
}
