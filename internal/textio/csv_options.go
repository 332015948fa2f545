package textio

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/datetime"
)

// CSVOptions are the options of CSV reading and writing with Spark's defaults filled in (CSVOptions of Spark 4.2). Make them with ParseCSVOptions.
type CSVOptions struct {
	Session
	Mode          Mode
	Header        bool
	EnforceSchema bool
	InferSchema   bool
	SamplingRatio float64
	MultiLine     bool
	PreferDate    bool
	MaxColumns    int

	Sep          string
	Quote        byte // 0: no quoting
	Escape       byte
	EscapeEscape byte // escapes the escape character inside quotes
	Comment      byte // 0: none
	LineSep      string
	TrimLeading  bool
	TrimTrailing bool

	NullValue              string
	EmptyValue             string
	NaN, PosInf, NegInf    string
	QuoteAll, EscapeQuotes bool

	times  timeFormats
	decode decoder
}

// ParseCSVOptions reads the options of a reader. Names have no case.
func ParseCSVOptions(options map[string]string, s Session) (*CSVOptions, error) {
	return parseCSVOptions(options, s, false)
}

// ParseCSVWriteOptions reads the options of a writer, whose defaults differ: white space is trimmed and empty text is written as "".
func ParseCSVWriteOptions(options map[string]string, s Session) (*CSVOptions, error) {
	return parseCSVOptions(options, s, true)
}

func parseCSVOptions(options map[string]string, s Session, write bool) (*CSVOptions, error) {
	m := newOptionMap(options)
	o := &CSVOptions{Session: s, Mode: m.mode()}
	var err error
	flag := func(name string, def bool) (v bool) {
		if err == nil {
			v, err = m.flag(name, def)
		}
		return v
	}
	char := func(name string, def byte) (c byte) {
		if err == nil {
			c, err = m.char(name, def)
		}
		return c
	}
	o.Header, o.EnforceSchema, o.InferSchema = flag("header", false), flag("enforceSchema", true), flag("inferSchema", false)
	o.MultiLine, o.PreferDate = flag("multiLine", false), flag("preferDate", true)
	o.TrimLeading, o.TrimTrailing = flag("ignoreLeadingWhiteSpace", write), flag("ignoreTrailingWhiteSpace", write)
	o.QuoteAll, o.EscapeQuotes = flag("quoteAll", false), flag("escapeQuotes", true)
	o.Quote, o.Escape, o.Comment = char("quote", '"'), char("escape", '\\'), char("comment", 0)
	if o.EscapeEscape = o.Escape; o.Escape == o.Quote {
		o.EscapeEscape = 0
	}
	o.EscapeEscape = char("charToEscapeQuoteEscaping", o.EscapeEscape)
	if err == nil {
		o.MaxColumns, err = m.number("maxColumns", 20480)
	}
	if err == nil {
		o.SamplingRatio, err = m.ratio("samplingRatio")
	}
	if err == nil {
		o.LineSep, err = m.lineSeparator()
	}
	if err == nil {
		o.Sep, err = delimiter(m.text(",", "sep", "delimiter"))
	}
	if err == nil {
		o.decode, err = charset(m.text("UTF-8", "encoding", "charset"))
	}
	if err == nil {
		o.Zone, err = m.zone(s)
	}
	if err != nil {
		return nil, err
	}
	o.NullValue = m.text("", "nullValue")
	o.EmptyValue = m.text("", "emptyValue")
	if write && !m.has("emptyValue") {
		o.EmptyValue = `""`
	}
	o.NaN, o.PosInf, o.NegInf = m.text("NaN", "nanValue"), m.text("Inf", "positiveInf"), m.text("-Inf", "negativeInf")
	o.CorruptColumn = m.text(s.CorruptColumn, "columnNameOfCorruptRecord")
	dateFormat := m.text("", "dateFormat")
	if dateFormat == "" && o.PreferDate {
		dateFormat = defaultDateFormat
	}
	o.times, err = newTimeFormats(m, dateFormat, o.Zone, o.Today, write)
	return o, err
}

// delimiter is Spark's CSVExprUtils.toDelimiterStr: \t and other escapes are resolved.
func delimiter(s string) (string, error) {
	if s == "" {
		return "", sparkerr.New("INVALID_DELIMITER_VALUE.NULL_VALUE")
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) {
			return "", sparkerr.New("INVALID_DELIMITER_VALUE.SINGLE_BACKSLASH")
		}
		switch c := s[i]; c {
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'u':
			if s[i:] != "u0000" {
				return "", sparkerr.New("INVALID_DELIMITER_VALUE.UNSUPPORTED_SPECIAL_CHARACTER", "str", s)
			}
			b.WriteByte(0)
			i += 4
		case '\\', '"', '\'':
			b.WriteByte(c)
		default:
			return "", sparkerr.New("INVALID_DELIMITER_VALUE.UNSUPPORTED_SPECIAL_CHARACTER", "str", s)
		}
	}
	return b.String(), nil
}

const (
	defaultDateFormat      = "yyyy-MM-dd"
	defaultTimestampFormat = "yyyy-MM-dd'T'HH:mm:ss[.SSS][XXX]"
	defaultNTZFormat       = "yyyy-MM-dd'T'HH:mm:ss[.SSS]"
)

// timeFormats read and write dates and timestamps. A nil pattern means the forms that CAST reads.
type timeFormats struct {
	date, timestamp, ntz *datetime.Pattern
	dateGiven            bool // dateFormat was given by the user: no other forms are tried
	zone                 *datetime.Zone
	today                int64
}

// newTimeFormats takes dateFormat, timestampFormat and timestampNTZFormat; when writing, unset ones are ISO 8601.
func newTimeFormats(m optionMap, dateFormat string, zone *datetime.Zone, today int64, write bool) (t timeFormats, err error) {
	t.zone, t.today = zone, today
	t.dateGiven = m.has("dateFormat")
	timestamp, ntz := m.text("", "timestampFormat"), m.text("", "timestampNTZFormat")
	use, ntzUse := datetime.Parsing, datetime.ParsingNTZ
	if write {
		use, ntzUse = datetime.Formatting, datetime.Formatting
		for _, f := range []struct {
			format *string
			def    string
		}{{&dateFormat, defaultDateFormat}, {&timestamp, defaultTimestampFormat}, {&ntz, defaultNTZFormat}} {
			if *f.format == "" {
				*f.format = f.def
			}
		}
	}
	compile := func(format string, use datetime.Use) (p *datetime.Pattern) {
		if format != "" && err == nil {
			p, err = datetime.Compile(format, use)
		}
		return p
	}
	t.date, t.timestamp, t.ntz = compile(dateFormat, use), compile(timestamp, use), compile(ntz, ntzUse)
	return t, err
}

// parseDate reads a date by the pattern, then as CAST does unless the user gave the pattern.
func (t *timeFormats) parseDate(s string) (int32, bool) {
	if t.date != nil {
		if d, ok := t.date.ParseDate(s); ok {
			return d, true
		}
		if t.dateGiven {
			return 0, false
		}
	}
	return datetime.ParseDate(s)
}

// inferDate tells whether a text is a date by the pattern alone.
func (t *timeFormats) inferDate(s string) bool {
	if t.date == nil {
		_, ok := datetime.ParseDate(s)
		return ok
	}
	_, ok := t.date.ParseDate(s)
	return ok
}

func (t *timeFormats) parseTimestamp(s string) (int64, bool) {
	if t.timestamp != nil {
		return t.timestamp.ParseTimestamp(s, t.zone)
	}
	return datetime.ParseTimestamp(s, t.zone, t.today)
}

// parseNTZ refuses texts with a zone.
func (t *timeFormats) parseNTZ(s string) (int64, bool) {
	if t.ntz != nil {
		p, ok := t.ntz.Parse(s)
		if !ok || p.Zone != nil {
			return 0, false
		}
		return p.Local()
	}
	p, ok := datetime.ParseParts(s)
	if !ok || p.Zone != "" {
		return 0, false
	}
	return p.Local()
}
