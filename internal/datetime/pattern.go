package datetime

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// Use says what a pattern is compiled for: the letters allowed and the width of fractions differ.
type Use uint8

const (
	// Formatting is date_format, from_unixtime, and writing of CSV and JSON.
	Formatting Use = iota
	// Parsing is to_timestamp, to_date, unix_timestamp, and reading of CSV and JSON.
	Parsing
	// ParsingNTZ is Parsing of texts without zone; Spark words errors of the pattern differently there.
	ParsingNTZ
)

// Pattern is a compiled pattern of Java's DateTimeFormatter in the subset that Spark allows (DateTimeFormatterHelper), with locale
// en_US and strict resolution. It is immutable.
type Pattern struct {
	nodes []node
}

// field is what a node reads or writes.
type field uint8

const (
	fieldYear      field = iota // u
	fieldYearOfEra              // y beside G
	fieldMonth
	fieldDay
	fieldDayOfYear
	fieldHour      // H, 0 to 23
	fieldClockHour // k, 1 to 24
	fieldHourAmPm  // K, 0 to 11
	fieldClockAmPm // h, 1 to 12
	fieldMinute
	fieldSecond
	fieldNano
	fieldAmPm
	fieldWeekday
	fieldEra
	fieldQuarter
	fieldAlignedDay // F
	fieldCount
)

type nodeKind uint8

const (
	nodeLiteral nodeKind = iota
	nodeNumber
	nodeReduced  // two-digit year, 2000 to 2099
	nodeFraction // nano of second
	nodeText
	nodeOffset // X, x, Z
	nodeGMT    // O, ZZZZ
	nodeZoneID // VV
	nodeZoneName
	nodeOptional
)

// signStyle is Java's SignStyle, as far as patterns use it.
type signStyle uint8

const (
	signNormal signStyle = iota
	signExceedsPad
	signNotNegative
	signNever
)

type node struct {
	kind       nodeKind
	field      field
	min, max   int
	sign       signStyle
	subsequent int  // digits of fixed-width numbers that follow at once; -1: this one has a fixed width
	full       bool // long text
	text       string
	children   []node
}

// Compile reads a pattern. A pattern that Spark refuses gives Spark's error: INCONSISTENT_BEHAVIOR_CROSS_VERSION where Spark 2 would have
// taken it, else INVALID_DATETIME_PATTERN.
func Compile(pattern string, use Use) (*Pattern, error) {
	era, err := checkLetters(pattern, use)
	if err == nil {
		c := compiler{era: era, use: use}
		var nodes []node
		if nodes, err = c.compile(pattern); err == nil {
			return &Pattern{nodes}, nil
		}
	}
	if use == ParsingNTZ {
		return nil, suggestionError(pattern)
	}
	if legacyTakes(pattern) {
		return nil, sparkerr.New("INCONSISTENT_BEHAVIOR_CROSS_VERSION.DATETIME_PATTERN_RECOGNITION", "pattern", sparkerr.QuoteValue(pattern)).WithCause(err)
	}
	return nil, err
}

func suggestionError(pattern string) *sparkerr.Error {
	return sparkerr.New("INVALID_DATETIME_PATTERN.WITH_SUGGESTION", "pattern", sparkerr.QuoteValue(pattern))
}

// tooLong are runs of letters that Spark refuses: narrow text, and years of seven digits.
var tooLong = []string{"GGGGG", "MMMMM", "LLLLL", "EEEEE", "uuuuu", "QQQQQ", "qqqqq", "yyyyyyy"}

// checkLetters refuses what Spark refuses before Java sees the pattern, and tells whether an era is in it.
func checkLetters(pattern string, use Use) (era bool, err error) {
	for i, part := range strings.Split(pattern, "'") {
		if i%2 == 1 {
			continue
		}
		for _, c := range part {
			switch {
			case strings.ContainsRune("YWwuec", c):
				return false, sparkerr.New("INCONSISTENT_BEHAVIOR_CROSS_VERSION.DATETIME_WEEK_BASED_PATTERN", "c", string(c))
			case strings.ContainsRune("ABnNp", c), use != Formatting && strings.ContainsRune("EFqQ", c):
				return false, sparkerr.New("INVALID_DATETIME_PATTERN.ILLEGAL_CHARACTER", "c", string(c), "pattern", pattern)
			}
		}
		for _, run := range tooLong {
			if strings.Contains(part, run) {
				return false, sparkerr.New("INVALID_DATETIME_PATTERN.LENGTH", "pattern", run)
			}
		}
		era = era || strings.Contains(part, "G")
	}
	return era, nil
}

// legacyTakes tells whether Java's old SimpleDateFormat, which Spark 2 used, accepts a pattern.
func legacyTakes(pattern string) bool {
	quoted := false
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if c == '\'' {
			quoted = !quoted
			continue
		}
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !quoted && letter && strings.IndexByte("GyMwWDdFEaHkKhmszZYuXL", c) < 0 {
			return false
		}
	}
	return !quoted && !strings.Contains(pattern, "XXXX")
}

type compiler struct {
	era    bool
	use    Use
	nodes  []node
	active int // index of the number that adjacent numbers widen, -1: none
	parent *compiler
}

// compile follows DateTimeFormatterBuilder.appendPattern.
func (c *compiler) compile(pattern string) ([]node, error) {
	top := c
	top.active = -1
	for i := 0; i < len(pattern); {
		ch := pattern[i]
		switch {
		case ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z':
			n := 1
			for i+n < len(pattern) && pattern[i+n] == ch {
				n++
			}
			if !c.letter(ch, n) {
				return nil, suggestionError(pattern)
			}
			i += n
		case ch == '\'':
			text, end, ok := quotedText(pattern, i)
			if !ok {
				return nil, suggestionError(pattern)
			}
			c.add(node{kind: nodeLiteral, text: text})
			i = end
		case ch == '[':
			c.active = -1
			c = &compiler{era: c.era, use: c.use, active: -1, parent: c}
			i++
		case ch == ']':
			if c.parent == nil {
				return nil, suggestionError(pattern)
			}
			children := c.nodes
			c = c.parent
			if len(children) > 0 {
				c.add(node{kind: nodeOptional, children: children})
			}
			i++
		case ch == '{' || ch == '}' || ch == '#':
			return nil, suggestionError(pattern)
		default:
			c.add(node{kind: nodeLiteral, text: pattern[i : i+1]})
			i++
		}
	}
	for c != top { // sections left open end here
		children := c.nodes
		c = c.parent
		c.add(node{kind: nodeOptional, children: children})
	}
	return top.nodes, nil
}

// quotedText reads 'text' at i; two quotes mean one.
func quotedText(pattern string, i int) (text string, end int, ok bool) {
	var b strings.Builder
	for j := i + 1; j < len(pattern); j++ {
		if pattern[j] != '\'' {
			b.WriteByte(pattern[j])
			continue
		}
		if j+1 < len(pattern) && pattern[j+1] == '\'' {
			b.WriteByte('\'')
			j++
			continue
		}
		if text = b.String(); text == "" {
			text = "'"
		}
		return text, j + 1, true
	}
	return "", 0, false
}

// add appends a node that ends a run of adjacent numbers.
func (c *compiler) add(n node) {
	c.nodes = append(c.nodes, n)
	c.active = -1
}

// number appends a number and lets the run of adjacent numbers before it know (DateTimeFormatterBuilder.appendValue).
func (c *compiler) number(n node) {
	if c.active < 0 {
		c.nodes = append(c.nodes, n)
		c.active = len(c.nodes) - 1
		return
	}
	base := &c.nodes[c.active]
	if n.min == n.max && n.sign == signNotNegative {
		base.subsequent += n.max
		n.subsequent = -1
		c.nodes = append(c.nodes, n)
		return
	}
	base.subsequent = -1
	c.nodes = append(c.nodes, n)
	c.active = len(c.nodes) - 1
}

var letterFields = map[byte]field{
	'M': fieldMonth, 'L': fieldMonth, 'd': fieldDay, 'D': fieldDayOfYear, 'H': fieldHour, 'k': fieldClockHour, 'K': fieldHourAmPm,
	'h': fieldClockAmPm, 'm': fieldMinute, 's': fieldSecond, 'a': fieldAmPm, 'E': fieldWeekday, 'G': fieldEra, 'Q': fieldQuarter,
	'q': fieldQuarter, 'F': fieldAlignedDay,
}

// letter appends n times a pattern letter; ok is false when Java refuses it.
func (c *compiler) letter(ch byte, n int) (ok bool) {
	f, known := letterFields[ch]
	switch ch {
	case 'y':
		f = fieldYear
		if c.era {
			f = fieldYearOfEra
		}
		c.year(f, n)
		return true
	case 'S':
		return c.fraction(n)
	case 'M', 'L', 'Q', 'q':
		if n > 2 {
			c.add(node{kind: nodeText, field: f, full: n == 4})
			return n <= 4
		}
		c.plain(f, n)
	case 'E', 'G':
		c.add(node{kind: nodeText, field: f, full: n == 4})
		return n <= 4
	case 'a':
		c.add(node{kind: nodeText, field: f})
		return n == 1
	case 'D':
		switch n {
		case 1:
			c.plain(f, 1)
		case 2:
			c.number(node{kind: nodeNumber, field: f, min: 2, max: 3, sign: signNotNegative})
		default:
			c.number(node{kind: nodeNumber, field: f, min: 3, max: 3, sign: signNotNegative})
		}
		return n <= 3
	case 'F':
		c.plain(f, n)
		return n == 1
	case 'V':
		c.add(node{kind: nodeZoneID})
		return n == 2
	case 'z':
		c.add(node{kind: nodeZoneName, full: n == 4})
		return n <= 4
	case 'O':
		c.add(node{kind: nodeGMT, full: n == 4})
		return n == 1 || n == 4
	case 'X', 'x', 'Z':
		return c.offset(ch, n)
	default:
		if !known {
			return false
		}
		c.plain(f, n)
		return n <= 2
	}
	return true
}

// plain is a number of any width for one letter, else of exactly n digits.
func (c *compiler) plain(f field, n int) {
	if n == 1 {
		c.number(node{kind: nodeNumber, field: f, min: 1, max: 19, sign: signNormal})
		return
	}
	c.number(node{kind: nodeNumber, field: f, min: n, max: n, sign: signNotNegative})
}

func (c *compiler) year(f field, n int) {
	switch {
	case n == 2:
		c.number(node{kind: nodeReduced, field: f, min: 2, max: 2, sign: signNotNegative})
	case n < 4:
		c.number(node{kind: nodeNumber, field: f, min: n, max: 19, sign: signNormal})
	default:
		c.number(node{kind: nodeNumber, field: f, min: n, max: 19, sign: signExceedsPad})
	}
}

// fraction has n digits when formatting, 1 to n when parsing.
func (c *compiler) fraction(n int) bool {
	f := node{kind: nodeFraction, field: fieldNano, min: n, max: n, sign: signNotNegative}
	if c.use != Formatting {
		f.min = 1
	}
	if f.min == f.max {
		c.number(f)
	} else {
		c.add(f)
	}
	return n <= 9
}

// offset appends X, x or Z; the form of a node is Java's number of letters.
func (c *compiler) offset(ch byte, n int) bool {
	switch {
	case n > 5:
		return false
	case ch == 'Z' && n == 4:
		c.add(node{kind: nodeGMT, full: true})
	case ch == 'Z' && n < 4:
		c.add(node{kind: nodeOffset, text: "+0000", max: 2})
	case ch == 'Z':
		c.add(node{kind: nodeOffset, text: "Z", max: 5})
	case ch == 'X':
		c.add(node{kind: nodeOffset, text: "Z", max: n})
	default:
		zero := []string{"", "+00", "+0000", "+00:00", "+0000", "+00:00"}[n]
		c.add(node{kind: nodeOffset, text: zero, max: n})
	}
	return true
}
