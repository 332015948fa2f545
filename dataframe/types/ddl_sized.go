package types

import (
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

func (p *ddlParser) decimal(at ddlParser) (DataType, error) {
	sizes, err := p.sizes()
	if err != nil {
		return nil, err
	}
	switch len(sizes) {
	case 0:
		return UserDefaultDecimal, nil
	case 1:
		sizes = append(sizes, 0)
	case 2:
	default:
		return nil, p.unknownType(at, sizes)
	}
	return NewDecimal(sizes[0], sizes[1])
}

// NewDecimal checks precision and scale as Spark does when a decimal type is made.
func NewDecimal(precision, scale int) (DecimalType, error) {
	switch {
	case scale > precision:
		return DecimalType{}, sparkerr.New("DECIMAL_PRECISION_EXCEEDS_MAX_PRECISION.SCALE", "scale", strconv.Itoa(scale), "precision", strconv.Itoa(precision))
	case precision > MaxPrecision:
		return DecimalType{}, sparkerr.New("DECIMAL_PRECISION_EXCEEDS_MAX_PRECISION",
			"precision", strconv.Itoa(precision), "maxPrecision", strconv.Itoa(MaxPrecision))
	case scale < 0:
		return DecimalType{}, sparkerr.New("NEGATIVE_SCALE_DISALLOWED", "scale", strconv.Itoa(scale), "sqlConf", `"spark.sql.legacy.allowNegativeScaleOfDecimal"`)
	}
	return DecimalType{precision, scale}, nil
}

func (p *ddlParser) sized(name string, at ddlParser) (DataType, error) {
	sizes, err := p.sizes()
	if err != nil {
		return nil, err
	}
	if len(sizes) == 0 {
		return nil, sparkerr.New("DATATYPE_MISSING_SIZE", "type", `"`+strings.ToUpper(name)+`"`).WithContext(at.context())
	}
	if len(sizes) > 1 || sizes[0] < 1 {
		return nil, p.unknownType(at, sizes)
	}
	if name == "varchar" {
		return VarcharType{sizes[0]}, nil
	}
	return CharType{sizes[0]}, nil
}

func (p *ddlParser) time(at ddlParser) (DataType, error) {
	sizes, err := p.sizes()
	if err != nil {
		return nil, err
	}
	switch {
	case len(sizes) > 1:
		return nil, p.unknownType(at, sizes)
	case len(sizes) == 1 && (sizes[0] < 0 || sizes[0] > 6):
		return nil, sparkerr.New("UNSUPPORTED_TIME_PRECISION", "precision", strconv.Itoa(sizes[0])).WithContext(at.context())
	case len(sizes) == 0:
		sizes = []int{6}
	}
	if p.isWord("without") {
		p.next()
		if !p.acceptWord("time") || !p.acceptWord("zone") {
			return nil, p.unexpected()
		}
	}
	return TimeType{sizes[0]}, nil
}

// timestamp reads what may follow the word: nothing, or WITH[OUT] [LOCAL] TIME ZONE.
func (p *ddlParser) timestamp() (DataType, error) {
	switch {
	case p.acceptWord("without"):
		if !p.acceptWord("time") || !p.acceptWord("zone") {
			return nil, p.unexpected()
		}
		return TimestampNTZ, nil
	case p.isWord("with"):
		p.next()
		if !p.acceptWord("local") || !p.acceptWord("time") || !p.acceptWord("zone") {
			return nil, p.unexpected()
		}
	}
	return Timestamp, nil
}

func (p *ddlParser) collated() (DataType, error) {
	if !p.acceptWord("collate") {
		return String, nil
	}
	if p.kind != ddlWord && p.kind != ddlQuoted {
		return nil, p.unexpected()
	}
	name := strings.ToUpper(p.token)
	p.next()
	return StringType{Collation: name}, nil
}

// interval reads INTERVAL [unit [TO unit]]; alone it is the legacy calendar interval.
func (p *ddlParser) interval() (DataType, error) {
	fields, start, ok := p.intervalField(yearMonthFields)
	if !ok {
		if fields, start, ok = p.intervalField(dayTimeFields); !ok {
			return CalendarInterval, nil
		}
	}
	at := *p
	p.next()
	end := start
	if p.acceptWord("to") {
		var in bool
		if _, end, in = p.intervalField(fields); !in || end <= start {
			unit := strings.ToLower(p.token)
			return nil, sparkerr.New("_LEGACY_ERROR_TEMP_0028", "from", fields[start], "to", unit).WithContext(at.context())
		}
		p.next()
	}
	if len(fields) == len(yearMonthFields) {
		return YearMonthIntervalType{start, end}, nil
	}
	return DayTimeIntervalType{start, end}, nil
}

func (p *ddlParser) intervalField(fields []string) ([]string, IntervalField, bool) {
	for i, f := range fields {
		if p.isWord(f) {
			return fields, IntervalField(i), true
		}
	}
	return nil, 0, false
}

// geo reads GEOMETRY(srid | ANY).
func (p *ddlParser) geo(name string, at ddlParser) (DataType, error) {
	if p.kind != ddlSymbol || p.token != "(" {
		return nil, sparkerr.New("DATATYPE_MISSING_SIZE", "type", `"`+strings.ToUpper(name)+`"`).WithContext(at.context())
	}
	srid := AnySRID
	q := *p
	q.next()
	if q.isWord("any") {
		*p = q
		p.next()
		if err := p.expect(")"); err != nil {
			return nil, err
		}
	} else {
		sizes, err := p.sizes()
		if err != nil {
			return nil, err
		}
		if srid = sizes[0]; len(sizes) > 1 || !validSRID(name, srid) {
			return nil, sparkerr.New("ST_INVALID_SRID_VALUE", "srid", strconv.Itoa(srid)).WithContext(at.context())
		}
	}
	if name == "geometry" {
		return GeometryType{srid}, nil
	}
	return GeographyType{srid}, nil
}

func validSRID(name string, srid int) bool {
	return srid == 4326 || name == "geometry" && (srid == 0 || srid == 3857)
}

// ToDDL is the column list that ParseDDL reads back: "a BIGINT NOT NULL COMMENT 'x',b STRUCT<c: DATE>".
func (s StructType) ToDDL() string {
	var b strings.Builder
	for i, f := range s.Fields {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(f.ToDDL())
	}
	return b.String()
}

// ToDDL is one column of ToDDL.
func (f StructField) ToDDL() string {
	var b strings.Builder
	b.WriteString(QuoteIfNeeded(f.Name))
	b.WriteByte(' ')
	b.WriteString(f.Type.SQL())
	f.writeSuffix(&b)
	return b.String()
}

// writeSuffix writes NOT NULL, DEFAULT and COMMENT.
func (f StructField) writeSuffix(b *strings.Builder) {
	if !f.Nullable {
		b.WriteString(" NOT NULL")
	}
	if d, ok := f.MetadataString(CurrentDefaultKey); ok {
		b.WriteString(" DEFAULT " + d)
	}
	if c, ok := f.Comment(); ok {
		b.WriteString(" COMMENT '" + escapeQuoted(c) + "'")
	}
}

var quoteEscapes = strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

func escapeQuoted(s string) string { return quoteEscapes.Replace(s) }
