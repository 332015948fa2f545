package textio

import (
	"errors"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
)

// CSVInference finds the schema of CSV files: the names from the first record of the first file, the types from all of them (or strings).
// Add every file, then ask for the Schema. Partial inferences of files read in parallel are joined with Merge, in file order.
type CSVInference struct {
	o     *CSVOptions
	first []string // tokens of the first record; nil: no record yet
	types []types.DataType
}

// NewCSVInference starts without files.
func NewCSVInference(o *CSVOptions) *CSVInference { return &CSVInference{o: o} }

// InferCSV is the schema of one file.
func InferCSV(r io.Reader, o *CSVOptions) (types.StructType, error) {
	i := NewCSVInference(o)
	if err := i.Add(r); err != nil {
		return types.StructType{}, err
	}
	return i.Schema(), nil
}

// Add takes the records of a file. Without inferSchema it reads only the first.
func (c *CSVInference) Add(r io.Reader) error {
	records, err := newCSVRecords(r, c.o)
	if err != nil {
		return err
	}
	sample := rand.New(rand.NewPCG(1, 1))
	for n := 0; ; n++ {
		tokens, _, err := records.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if n == 0 && c.first == nil {
			c.first = []string{}
			for _, t := range tokens {
				text, _ := c.o.value(t)
				c.first = append(c.first, string(text))
			}
			c.types = make([]types.DataType, len(tokens))
			for i := range c.types {
				c.types[i] = types.Null
			}
		}
		if !c.o.InferSchema {
			return nil
		}
		if n == 0 && c.o.Header || c.o.SamplingRatio < 1 && sample.Float64() >= c.o.SamplingRatio {
			continue
		}
		c.record(tokens)
	}
}

func (c *CSVInference) record(tokens []token) {
	for i := range min(len(tokens), len(c.types)) {
		if c.types[i].ID() == types.IDString {
			continue
		}
		text, null := c.o.value(tokens[i])
		if !null && len(text) > 0 {
			c.types[i] = c.o.inferField(c.types[i], datetime.Text(text))
		}
	}
}

// Merge adds what another inference found in later files.
func (c *CSVInference) Merge(later *CSVInference) {
	if c.first == nil {
		c.first, c.types = later.first, later.types
		return
	}
	for i := range min(len(c.types), len(later.types)) {
		c.types[i] = c.o.compatible(c.types[i], later.types[i])
	}
}

// Schema is the schema of the records so far; every column is nullable. There are no columns when there was no record.
func (c *CSVInference) Schema() types.StructType {
	var s types.StructType
	for i, name := range c.names() {
		t := types.DataType(types.String)
		if c.o.InferSchema && c.types[i].ID() != types.IDNull {
			t = c.types[i]
		}
		s = s.Add(name, t, true)
	}
	return s
}

// names are those of the header, made unique and not empty (CSVUtils.makeSafeHeader), or _c0, _c1 and so on.
func (c *CSVInference) names() []string {
	names := make([]string, len(c.first))
	count := map[string]int{}
	fold := strings.ToLower
	if c.o.CaseSensitive {
		fold = func(s string) string { return s }
	}
	for _, n := range c.first {
		count[fold(n)]++
	}
	for i, n := range c.first {
		switch {
		case !c.o.Header || n == "" || n == c.o.NullValue:
			names[i] = "_c" + strconv.Itoa(i)
		case count[fold(n)] > 1:
			names[i] = n + strconv.Itoa(i)
		default:
			names[i] = n
		}
	}
	return names
}

// inferField is the type of a column after one more value. The order of the trials begins at the type so far (CSVInferSchema.inferField).
func (o *CSVOptions) inferField(soFar types.DataType, s string) types.DataType {
	found := types.DataType(types.String)
	switch soFar.ID() {
	case types.IDNull, types.IDInteger:
		found = o.tryInteger(s)
	case types.IDLong:
		found = o.tryLong(s)
	case types.IDDecimal:
		found = o.tryDecimal(s)
	case types.IDDouble:
		found = o.tryDouble(s)
	case types.IDDate:
		found = o.tryDate(s)
	case types.IDTimestampNTZ:
		found = o.tryNTZ(s)
	case types.IDTimestamp:
		found = o.tryTimestamp(s)
	case types.IDBoolean:
		found = tryBoolean(s)
	}
	return o.compatible(soFar, found)
}

func (o *CSVOptions) tryInteger(s string) types.DataType {
	if _, ok := parseInt(s, 32); ok {
		return types.Integer
	}
	return o.tryLong(s)
}

func (o *CSVOptions) tryLong(s string) types.DataType {
	if _, ok := parseInt(s, 64); ok {
		return types.Long
	}
	return o.tryDecimal(s)
}

// tryDecimal takes whole numbers only: those with fraction digits become DOUBLE.
func (o *CSVOptions) tryDecimal(s string) types.DataType {
	if precision, scale, ok := decimalSizes(s); ok && scale == 0 && precision <= types.MaxPrecision {
		return types.DecimalType{Precision: precision, Scale: 0}
	}
	return o.tryDouble(s)
}

func (o *CSVOptions) tryDouble(s string) types.DataType {
	if _, ok := parseDouble(s, 64); ok || s == o.NaN || s == o.PosInf || s == o.NegInf {
		return types.Double
	}
	if o.PreferDate {
		return o.tryDate(s)
	}
	return o.tryNTZ(s)
}

func (o *CSVOptions) tryDate(s string) types.DataType {
	if o.times.inferDate(s) {
		return types.Date
	}
	return o.tryNTZ(s)
}

func (o *CSVOptions) tryNTZ(s string) types.DataType {
	if o.NTZ {
		if _, ok := o.times.parseNTZ(s); ok {
			return types.TimestampNTZ
		}
	}
	return o.tryTimestamp(s)
}

func (o *CSVOptions) tryTimestamp(s string) types.DataType {
	if _, ok := o.times.parseTimestamp(s); ok {
		return types.Timestamp
	}
	return tryBoolean(s)
}

func tryBoolean(s string) types.DataType {
	if _, ok := parseBool(s); ok {
		return types.Boolean
	}
	return types.String
}

// compatible is the type that holds the values of both (CSVInferSchema.compatibleType).
func (o *CSVOptions) compatible(a, b types.DataType) types.DataType {
	if t, ok := tightest(a, b); ok {
		return t
	}
	if a.ID() == types.IDDate || b.ID() == types.IDDate {
		other := a
		if a.ID() == types.IDDate {
			other = b
		}
		// A mix of dates and timestamps is TIMESTAMP where the default forms read both.
		if other.ID() == types.IDTimestamp && o.times.timestamp == nil || other.ID() == types.IDTimestampNTZ && o.times.ntz == nil {
			return other
		}
		return types.String
	}
	if t, ok := decimals(a, b); ok {
		return t
	}
	return types.String
}

// tightest is TypeCoercion.findTightestCommonType for the types that inference finds.
func tightest(a, b types.DataType) (types.DataType, bool) {
	switch {
	case types.Equal(a, b):
		return a, true
	case a.ID() == types.IDNull:
		return b, true
	case b.ID() == types.IDNull:
		return a, true
	}
	if a.ID() > b.ID() {
		a, b = b, a
	}
	if b.ID() == types.IDDecimal {
		whole, _ := types.DefaultDecimalFor(a)
		return b, types.IsIntegral(a) && b.(types.DecimalType).IsWiderThan(whole)
	}
	return b, types.IsNumeric(a) && types.IsNumeric(b)
}

// decimals is the type for DECIMAL beside another number: wide enough, or DOUBLE.
func decimals(a, b types.DataType) (types.DataType, bool) {
	x, okX := a.(types.DecimalType)
	y, okY := b.(types.DecimalType)
	switch {
	case okX && b.ID() == types.IDDouble, okY && a.ID() == types.IDDouble:
		return types.Double, true
	case !okX || !okY:
		return nil, false
	}
	scale := max(x.Scale, y.Scale)
	whole := max(x.Precision-x.Scale, y.Precision-y.Scale)
	if whole+scale > types.MaxPrecision {
		return types.Double, true
	}
	return types.DecimalType{Precision: whole + scale, Scale: scale}, true
}
