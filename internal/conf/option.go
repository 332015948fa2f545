package conf

import (
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// Declaration is what is known about an option whatever its type.
type Declaration struct {
	Key          string
	Alternatives []string // older keys for the same option, read after Key
	Type         string   // Spark's word: boolean, int, long, double, string, bytes, ms
	Default      string   // text form; "" with Optional means unset
	Optional     bool     // unset is a value of its own
	Static       bool     // only before the session starts
	Options      []string // the values it takes, in upper case; empty: any
	Doc          string

	check func(value string) error
}

// Option is a declaration with its Go type.
type Option[T any] struct {
	*Declaration
	parse func(text string) (T, bool)
}

// Get is the value in force in a session. A nil Settings means the defaults.
func (o Option[T]) Get(s *Settings) T {
	v, _ := o.parse(s.text(o.Declaration))
	return v
}

// Parse turns a text into a value, or gives INVALID_CONF_VALUE.
func (o Option[T]) Parse(text string) (T, error) {
	v, ok := o.parse(text)
	if !ok {
		return v, o.mismatch(text)
	}
	return v, o.validate(text)
}

func (d *Declaration) mismatch(text string) error {
	return sparkerr.New("INVALID_CONF_VALUE.TYPE_MISMATCH", "confName", d.Key, "confValue", text, "confType", d.Type)
}

func (d *Declaration) validate(text string) error {
	if d.check == nil {
		return nil
	}
	return d.check(text)
}

func declare[T any](key, kind, def, doc string, parse func(string) (T, bool), more []func(*Declaration)) Option[T] {
	d := &Declaration{Key: key, Type: kind, Default: def, Doc: doc}
	o := Option[T]{d, parse}
	d.check = func(text string) error {
		if _, ok := parse(text); !ok {
			return d.mismatch(text)
		}
		return nil
	}
	for _, m := range more {
		m(d)
	}
	return o
}

// Bool declares an option that is true or false, in any case.
func Bool(key string, def bool, doc string, more ...func(*Declaration)) Option[bool] {
	return declare(key, "boolean", strconv.FormatBool(def), doc, parseBool, more)
}

func parseBool(s string) (bool, bool) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// Int declares a 32-bit integer.
func Int(key string, def int, doc string, more ...func(*Declaration)) Option[int] {
	return declare(key, "int", strconv.Itoa(def), doc, func(s string) (int, bool) {
		n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 32)
		return int(n), err == nil
	}, more)
}

// Long declares a 64-bit integer.
func Long(key string, def int64, doc string, more ...func(*Declaration)) Option[int64] {
	return declare(key, "long", strconv.FormatInt(def, 10), doc, parseLong, more)
}

func parseLong(s string) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	return n, err == nil
}

// Double declares a floating-point number.
func Double(key string, def float64, doc string, more ...func(*Declaration)) Option[float64] {
	return declare(key, "double", strconv.FormatFloat(def, 'g', -1, 64), doc, func(s string) (float64, bool) {
		f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		return f, err == nil
	}, more)
}

// String declares a text.
func String(key, def, doc string, more ...func(*Declaration)) Option[string] {
	return declare(key, "string", def, doc, func(s string) (string, bool) { return s, true }, more)
}

// OneOf declares a text out of a list; it is compared and read in upper case.
func OneOf(key, def string, options []string, doc string, more ...func(*Declaration)) Option[string] {
	o := declare(key, "string", def, doc, func(s string) (string, bool) { return strings.ToUpper(s), true }, nil)
	o.Options = options
	o.check = func(text string) error {
		for _, v := range options {
			if strings.EqualFold(v, text) {
				return nil
			}
		}
		return sparkerr.New("INVALID_CONF_VALUE.OUT_OF_RANGE_OF_OPTIONS", "confName", key, "confValue", text, "confOptions", strings.Join(options, ", "))
	}
	for _, m := range more {
		m(o.Declaration)
	}
	return o
}

// Bytes declares a size. Texts may carry a unit (k, m, g, t, p, with or without b or ib); without one they mean bytes.
func Bytes(key, def, doc string, more ...func(*Declaration)) Option[int64] {
	return declare(key, "bytes", def, doc, func(s string) (int64, bool) { return ParseBytes(s, 1) }, more)
}

// Millis declares a duration in milliseconds. Texts may carry a unit (us, ms, s, m, min, h, d); without one they mean milliseconds.
func Millis(key, def, doc string, more ...func(*Declaration)) Option[int64] {
	return declare(key, "ms", def, doc, func(s string) (int64, bool) { return ParseMillis(s, "ms") }, more)
}

// Static marks an option that a running session cannot change.
func Static(d *Declaration) { d.Static = true }

// Unset marks an option whose default is to have no value.
func Unset(d *Declaration) { d.Optional = true }

// Alternatives names older keys of the option.
func Alternatives(keys ...string) func(*Declaration) {
	return func(d *Declaration) { d.Alternatives = keys }
}

// Require adds a condition on the value; requirement is the sentence shown when it does not hold.
func Require(requirement string, holds func(text string) bool) func(*Declaration) {
	return func(d *Declaration) {
		types := d.check
		d.check = func(text string) error {
			if err := types(text); err != nil {
				return err
			}
			if !holds(text) {
				return sparkerr.New("INVALID_CONF_VALUE.REQUIREMENT", "confName", d.Key, "confValue", text, "confRequirement", requirement)
			}
			return nil
		}
	}
}

// Positive requires a number above 0.
var Positive = Require("The value must be greater than 0.", func(text string) bool {
	n, ok := parseLong(text)
	return ok && n > 0
})
