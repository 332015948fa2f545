package textio

// JSONOptions are the options of JSON reading and writing with Spark's defaults filled in (JSONOptions of Spark 4.2). Make them with
// ParseJSONOptions.
type JSONOptions struct {
	Session
	Mode          Mode
	MultiLine     bool
	LineSep       string
	SamplingRatio float64

	PrimitivesAsString    bool
	PrefersDecimal        bool
	InferTimestamp        bool
	DropFieldIfAllNull    bool
	AllowNonNumeric       bool
	IgnoreNullFields      bool // writing
	Pretty                bool // writing
	WriteNonASCIIAsEscape bool // writing

	allow  jsonAllow
	times  timeFormats
	decode decoder
}

// ParseJSONOptions reads the options of a reader. Names have no case.
func ParseJSONOptions(options map[string]string, s Session) (*JSONOptions, error) {
	return parseJSONOptions(options, s, false)
}

// ParseJSONWriteOptions reads the options of a writer.
func ParseJSONWriteOptions(options map[string]string, s Session) (*JSONOptions, error) {
	return parseJSONOptions(options, s, true)
}

func parseJSONOptions(options map[string]string, s Session, write bool) (*JSONOptions, error) {
	m := newOptionMap(options)
	o := &JSONOptions{Session: s, Mode: m.mode()}
	var err error
	flag := func(name string, def bool) (v bool) {
		if err == nil {
			v, err = m.flag(name, def)
		}
		return v
	}
	o.MultiLine, o.PrimitivesAsString, o.PrefersDecimal = flag("multiLine", false), flag("primitivesAsString", false), flag("prefersDecimal", false)
	o.InferTimestamp, o.DropFieldIfAllNull = flag("inferTimestamp", false), flag("dropFieldIfAllNull", false)
	o.IgnoreNullFields, o.Pretty = flag("ignoreNullFields", !s.KeepNullFields), flag("pretty", false)
	o.WriteNonASCIIAsEscape = flag("writeNonAsciiCharacterAsCodePoint", false)
	o.AllowNonNumeric = flag("allowNonNumericNumbers", true)
	o.allow = jsonAllow{
		comments: flag("allowComments", false), unquotedNames: flag("allowUnquotedFieldNames", false), singleQuotes: flag("allowSingleQuotes", true),
		leadingZeros: flag("allowNumericLeadingZeros", false), nonNumeric: o.AllowNonNumeric,
		anyEscape: flag("allowBackslashEscapingAnyCharacter", false), controlChars: flag("allowUnquotedControlChars", false),
	}
	if err == nil {
		o.SamplingRatio, err = m.ratio("samplingRatio")
	}
	if err == nil {
		o.LineSep, err = m.lineSeparator()
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
	o.CorruptColumn = m.text(s.CorruptColumn, "columnNameOfCorruptRecord")
	o.times, err = newTimeFormats(m, m.text("", "dateFormat"), o.Zone, o.Today, write)
	return o, err
}
