package variant

import (
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// Step is one part of a path: a key, or an index where Key is empty and Index counts.
type Step struct {
	Key   string
	Index int
	ByKey bool
}

// ParsePath reads $, $.key, $['key'], $["key"] and $[0]; function names the caller in errors.
func ParsePath(path, function string) ([]Step, error) {
	bad := func() error { return sparkerr.New("INVALID_VARIANT_GET_PATH", "path", path, "functionName", function) }
	rest, ok := strings.CutPrefix(path, "$")
	if !ok {
		return nil, bad()
	}
	var out []Step
	for rest != "" {
		switch {
		case rest[0] == '.':
			end := strings.IndexAny(rest[1:], ".[")
			if end < 0 {
				end = len(rest) - 1
			}
			if end == 0 {
				return nil, bad()
			}
			out, rest = append(out, Step{Key: rest[1 : end+1], ByKey: true}), rest[end+1:]
		case strings.HasPrefix(rest, "['"), strings.HasPrefix(rest, `["`):
			end := strings.Index(rest[2:], rest[1:2]+"]")
			if end < 0 {
				return nil, bad()
			}
			out, rest = append(out, Step{Key: rest[2 : 2+end], ByKey: true}), rest[end+4:]
		case rest[0] == '[':
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				return nil, bad()
			}
			n, err := strconv.ParseInt(rest[1:end], 10, 32)
			if err != nil || n < 0 {
				return nil, bad()
			}
			out, rest = append(out, Step{Index: int(n)}), rest[end+1:]
		default:
			return nil, bad()
		}
	}
	return out, nil
}

// Get follows a path; ok is false where it leads nowhere.
func (v Value) Get(path []Step) (found Value, ok bool, err error) {
	for _, s := range path {
		kind, err := v.Kind()
		if err != nil {
			return v, false, err
		}
		switch {
		case s.ByKey && kind == Object:
			v, ok, err = v.Field(s.Key)
		case !s.ByKey && kind == Array:
			v, ok, err = v.Element(s.Index)
		default:
			return v, false, nil
		}
		if !ok || err != nil {
			return v, false, err
		}
	}
	return v, true, nil
}
