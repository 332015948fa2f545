package types

import (
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// ParseType reads one type: "bigint", "decimal(10,2)", "STRUCT<a: INT NOT NULL COMMENT 'x', `b c`: ARRAY<STRING>>".
// Errors are those of Spark's parser: UNSUPPORTED_DATATYPE, DATATYPE_MISSING_SIZE, PARSE_SYNTAX_ERROR.
func ParseType(text string) (DataType, error) {
	p := ddlParser{text: text}
	p.next()
	t, err := p.dataType()
	if err == nil && p.kind != ddlEnd {
		err = p.unexpected()
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// ParseDDL reads a column list: "a INT NOT NULL COMMENT 'x', b STRUCT<c: DATE>". A colon after a column name is allowed, and so is
// "struct<…>" for the whole, as Spark's Python entry points allow them.
func ParseDDL(text string) (StructType, error) {
	p := ddlParser{text: text}
	p.next()
	if p.isWord("struct") && p.peekSymbol("<") {
		t, err := ParseType(text)
		if err == nil {
			return t.(StructType), nil
		}
		return StructType{}, err
	}
	var s StructType
	for p.kind != ddlEnd {
		f, err := p.column()
		if err != nil {
			return StructType{}, err
		}
		s.Fields = append(s.Fields, f)
		if p.kind == ddlEnd {
			break
		}
		if err := p.expect(","); err != nil {
			return StructType{}, err
		}
		if p.kind == ddlEnd {
			return StructType{}, p.unexpected()
		}
	}
	return s, nil
}

// ParseSchema reads either a column list or a single type, as createDataFrame and from_json take them.
func ParseSchema(text string) (DataType, error) {
	s, err := ParseDDL(text)
	if err == nil {
		return s, nil
	}
	if t, typeErr := ParseType(text); typeErr == nil {
		return t, nil
	}
	return nil, err
}

type ddlKind uint8

const (
	ddlEnd ddlKind = iota
	ddlWord
	ddlQuoted // back-ticked name
	ddlNumber
	ddlString
	ddlSymbol
	ddlBad
)

// ddlParser has one token of look-ahead: kind, token and its place.
type ddlParser struct {
	text  string
	pos   int // after the token
	start int // of the token
	kind  ddlKind
	token string
}

func (p *ddlParser) next() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
	p.start = p.pos
	if p.pos == len(p.text) {
		p.kind, p.token = ddlEnd, ""
		return
	}
	switch c := p.text[p.pos]; {
	case c == '`':
		p.kind = p.quoted('`', ddlQuoted)
	case c == '\'' || c == '"':
		p.kind = p.quoted(c, ddlString)
	case isWordByte(c):
		for p.pos < len(p.text) && isWordByte(p.text[p.pos]) {
			p.pos++
		}
		p.token = p.text[p.start:p.pos]
		p.kind = ddlWord
		if strings.Trim(p.token, "0123456789") == "" {
			p.kind = ddlNumber
		}
	default:
		p.pos++
		p.token, p.kind = p.text[p.start:p.pos], ddlSymbol
	}
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

// quoted reads a quoted token; a doubled quote stands for itself, and in strings a back-slash escapes.
func (p *ddlParser) quoted(q byte, kind ddlKind) ddlKind {
	var b strings.Builder
	for p.pos++; p.pos < len(p.text); p.pos++ {
		c := p.text[p.pos]
		switch {
		case c == q && p.pos+1 < len(p.text) && p.text[p.pos+1] == q:
			p.pos++
		case c == q:
			p.pos++
			p.token = b.String()
			return kind
		case c == '\\' && kind == ddlString && p.pos+1 < len(p.text):
			p.pos++
			b.WriteString(unescape(p.text[p.pos]))
			continue
		}
		b.WriteByte(c)
	}
	p.token = p.text[p.start:]
	return ddlBad
}

func unescape(c byte) string {
	switch c {
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case 'r':
		return "\r"
	case 'b':
		return "\b"
	case '0':
		return "\x00"
	case 'Z':
		return "\x1a"
	case '%', '_':
		return "\\" + string(c)
	}
	return string(c)
}

func (p *ddlParser) isWord(w string) bool { return p.kind == ddlWord && strings.EqualFold(p.token, w) }

func (p *ddlParser) peekSymbol(s string) bool {
	q := *p
	q.next()
	return q.kind == ddlSymbol && q.token == s
}

func (p *ddlParser) accept(s string) bool {
	if p.kind == ddlSymbol && p.token == s {
		p.next()
		return true
	}
	return false
}

func (p *ddlParser) acceptWord(w string) bool {
	if p.isWord(w) {
		p.next()
		return true
	}
	return false
}

func (p *ddlParser) expect(s string) error {
	if p.accept(s) {
		return nil
	}
	return p.unexpected()
}

// unexpected is the syntax error at the present token, with its place.
func (p *ddlParser) unexpected() error {
	what, hint := "end of input", ""
	if p.kind != ddlEnd {
		what = "'" + p.text[p.start:p.pos] + "'"
	}
	return sparkerr.New("PARSE_SYNTAX_ERROR", "error", what, "hint", hint).WithContext(p.context())
}

func (p *ddlParser) context() *sparkerr.QueryContext {
	before := p.text[:p.start]
	return &sparkerr.QueryContext{
		Fragment: p.text, Start: p.start, Stop: p.pos - 1,
		Line: 1 + strings.Count(before, "\n"), Position: len(before) - 1 - strings.LastIndexByte(before, '\n'),
	}
}

// column reads "name type [NOT NULL] [COMMENT 'x'] [DEFAULT …]".
func (p *ddlParser) column() (f StructField, err error) {
	if p.kind != ddlWord && p.kind != ddlQuoted && p.kind != ddlNumber || p.kind == ddlQuoted && p.token == "" {
		return f, p.unexpected()
	}
	f.Name, f.Nullable = p.token, true
	p.next()
	p.accept(":")
	if f.Type, err = p.dataType(); err != nil {
		return f, err
	}
	for {
		switch {
		case p.acceptWord("not"):
			if !p.acceptWord("null") {
				return f, p.unexpected()
			}
			f.Nullable = false
		case p.acceptWord("comment"):
			if p.kind != ddlString {
				return f, p.unexpected()
			}
			f = f.WithComment(p.token)
			p.next()
		case p.acceptWord("default"):
			text := p.expression()
			f = f.WithMetadata(CurrentDefaultKey, text).WithMetadata(ExistsDefaultKey, text)
		default:
			return f, nil
		}
	}
}

// expression is the text up to the comma or closing bracket that ends the column, or up to COMMENT or NOT NULL.
func (p *ddlParser) expression() string {
	from, to, depth := p.start, p.start, 0
	for p.kind != ddlEnd {
		if depth == 0 && (p.kind == ddlSymbol && (p.token == "," || p.token == ">") || p.isWord("comment") || p.isWord("not")) {
			break
		}
		if p.kind == ddlSymbol && (p.token == "(" || p.token == "[") {
			depth++
		}
		if p.kind == ddlSymbol && (p.token == ")" || p.token == "]") {
			depth--
		}
		to = p.pos
		p.next()
	}
	return strings.TrimSpace(p.text[from:to])
}

var ddlNames = map[string]DataType{
	"boolean": Boolean, "tinyint": Byte, "byte": Byte, "smallint": Short, "short": Short, "int": Integer, "integer": Integer,
	"bigint": Long, "long": Long, "float": Float, "real": Float, "double": Double, "date": Date, "timestamp": Timestamp,
	"timestamp_ltz": Timestamp, "timestamp_ntz": TimestampNTZ, "string": String, "binary": Binary, "void": Null,
	"variant": Variant,
}

func (p *ddlParser) dataType() (DataType, error) {
	if p.kind != ddlWord && p.kind != ddlQuoted {
		return nil, p.unexpected()
	}
	name, at := strings.ToLower(p.token), *p
	if p.kind == ddlQuoted {
		return nil, p.unknownType(at, nil)
	}
	p.next()
	switch name {
	case "array":
		return p.array()
	case "map":
		return p.mapType()
	case "struct":
		return p.structType()
	case "interval":
		return p.interval()
	case "string":
		return p.collated()
	case "decimal", "dec", "numeric":
		return p.decimal(at)
	case "timestamp":
		return p.timestamp()
	case "char", "character", "varchar":
		return p.sized(name, at)
	case "time":
		return p.time(at)
	case "geometry", "geography":
		return p.geo(name, at)
	}
	t, ok := ddlNames[name]
	if !ok || p.kind == ddlSymbol && p.token == "(" {
		sizes, _ := p.sizes()
		return nil, p.unknownType(at, sizes)
	}
	return t, nil
}

// unknownType names the type as written: "FOO" or "FOO(1,2)".
func (p *ddlParser) unknownType(at ddlParser, sizes []int) error {
	name := strings.ToUpper(at.token)
	if len(sizes) > 0 {
		text := make([]string, len(sizes))
		for i, n := range sizes {
			text[i] = strconv.Itoa(n)
		}
		name += "(" + strings.Join(text, ",") + ")"
	}
	return sparkerr.New("UNSUPPORTED_DATATYPE", "typeName", `"`+name+`"`).WithContext(at.context())
}

// sizes reads "(1,2)" when it is there.
func (p *ddlParser) sizes() ([]int, error) {
	if !p.accept("(") {
		return nil, nil
	}
	var sizes []int
	for {
		negative := p.accept("-")
		n, err := strconv.Atoi(p.token)
		if p.kind != ddlNumber || err != nil {
			return nil, p.unexpected()
		}
		if negative {
			n = -n
		}
		sizes = append(sizes, n)
		p.next()
		if p.accept(")") {
			return sizes, nil
		}
		if err := p.expect(","); err != nil {
			return nil, err
		}
	}
}

func (p *ddlParser) array() (DataType, error) {
	if err := p.open("ARRAY"); err != nil {
		return nil, err
	}
	element, err := p.dataType()
	if err != nil {
		return nil, err
	}
	return ArrayType{element, true}, p.expect(">")
}

func (p *ddlParser) mapType() (DataType, error) {
	if err := p.open("MAP"); err != nil {
		return nil, err
	}
	key, err := p.dataType()
	if err != nil {
		return nil, err
	}
	if err := p.expect(","); err != nil {
		return nil, err
	}
	value, err := p.dataType()
	if err != nil {
		return nil, err
	}
	return MapType{key, value, true}, p.expect(">")
}

func (p *ddlParser) structType() (DataType, error) {
	if err := p.open("STRUCT"); err != nil {
		return nil, err
	}
	s := StructType{Fields: []StructField{}}
	if p.accept(">") {
		return s, nil
	}
	for {
		f, err := p.column()
		if err != nil {
			return nil, err
		}
		s.Fields = append(s.Fields, f)
		if p.accept(">") {
			return s, nil
		}
		if err := p.expect(","); err != nil {
			return nil, err
		}
	}
}

// open expects the "<" of a nested type; without it Spark says what is missing.
func (p *ddlParser) open(name string) error {
	if p.accept("<") {
		return nil
	}
	elements := map[string]string{"ARRAY": "<ELEMENT_TYPE>", "MAP": "<KEY_TYPE, VALUE_TYPE>", "STRUCT": "<FIELD_NAME: FIELD_TYPE, ...>"}
	return sparkerr.New("INCOMPLETE_TYPE_DEFINITION."+name, "elementType", elements[name]).WithContext(p.context())
}
