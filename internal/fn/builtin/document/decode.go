package document

import (
	"github.com/flintlake/flintlake/internal/fn/cast"

	"encoding/json"
	"strconv"
	"strings"
)

// decode reads the first JSON value; numbers stay json.Number, objects keep the order of their keys. Text after the value is not looked at,
// as in Spark.
func decode(text string) (any, bool) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	v, err := decodeValue(d)
	return v, err == nil
}

// object is a JSON object in the order of its keys.
type object struct {
	keys   []string
	values []any
}

// first finds the first value of a key, last the last one.
func (o *object) first(key string) (any, bool) {
	for i, k := range o.keys {
		if k == key {
			return o.values[i], true
		}
	}
	return nil, false
}

func (o *object) last(key string) (any, bool) {
	for i := len(o.keys) - 1; i >= 0; i-- {
		if o.keys[i] == key {
			return o.values[i], true
		}
	}
	return nil, false
}

func decodeValue(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		o := &object{}
		for d.More() {
			k, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := decodeValue(d)
			if err != nil {
				return nil, err
			}
			o.keys, o.values = append(o.keys, k.(string)), append(o.values, v)
		}
		_, err := d.Token()
		return o, err
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := decodeValue(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := d.Token()
		return list, err
	}
	return t, nil
}

// appendJSON writes a decoded value without spaces.
func appendJSON(b []byte, v any) []byte {
	switch x := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, x)
	case json.Number:
		if strings.ContainsAny(string(x), ".eE") { // a double, in its shortest form
			if f, err := x.Float64(); err == nil {
				return cast.AppendFloat(b, f, 64)
			}
		}
		return append(b, x...)
	case string:
		return appendString(b, x)
	case []any:
		b = append(b, '[')
		for i, e := range x {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, e)
		}
		return append(b, ']')
	case *object:
		b = append(b, '{')
		for i, k := range x.keys {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(b, k), ':')
			b = appendJSON(b, x.values[i])
		}
		return append(b, '}')
	}
	return b
}

// appendString quotes a text.
func appendString(b []byte, s string) []byte { return cast.AppendJSONString(b, s) }
