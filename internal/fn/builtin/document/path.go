package document

import (
	"strconv"
	"strings"
)

// step is one part of a JSON path: a key, an index, or all elements.
type step struct {
	key   string
	index int
	kind  stepKind
}

type stepKind uint8

const (
	byKey stepKind = iota
	byIndex
	allElements
	allKeys
)

// compilePath reads $.a['b'][0][*].*; nil when it is not a path.
func compilePath(p string) ([]step, error) {
	if p == "" || p[0] != '$' {
		return nil, nil
	}
	p = p[1:]
	out := []step{}
	for p != "" {
		switch {
		case strings.HasPrefix(p, ".*"):
			out, p = append(out, step{kind: allKeys}), p[2:]
		case p[0] == '.':
			end := strings.IndexAny(p[1:], ".[")
			if end < 0 {
				end = len(p) - 1
			}
			if end == 0 {
				return nil, nil
			}
			out, p = append(out, step{key: p[1 : end+1]}), p[end+1:]
		case strings.HasPrefix(p, "['"):
			end := strings.Index(p, "']")
			if end < 3 {
				return nil, nil
			}
			if key := p[2:end]; key == "*" {
				out = append(out, step{kind: allKeys})
			} else {
				out = append(out, step{key: key})
			}
			p = p[end+2:]
		case p[0] == '[':
			end := strings.IndexByte(p, ']')
			if end < 0 {
				return nil, nil
			}
			if p[1:end] == "*" {
				out = append(out, step{kind: allElements})
			} else {
				n, err := strconv.Atoi(p[1:end])
				if err != nil || n < 0 {
					return nil, nil
				}
				out = append(out, step{kind: byIndex, index: n})
			}
			p = p[end+1:]
		default:
			return nil, nil
		}
	}
	return out, nil
}

// find gives the values at a path; many is true when a wildcard was met.
func find(v any, path []step) (found []any, many bool) {
	if len(path) == 0 {
		return []any{v}, false
	}
	s := path[0]
	switch s.kind {
	case byKey:
		switch x := v.(type) {
		case *object:
			if e, ok := x.first(s.key); ok {
				return find(e, path[1:])
			}
		case []any: // a key of an array means that of its elements
			for _, e := range x {
				f, _ := find(e, path)
				found = append(found, f...)
			}
			return found, true
		}
	case byIndex:
		if x, ok := v.([]any); ok && s.index < len(x) {
			return find(x[s.index], path[1:])
		}
	case allElements:
		if x, ok := v.([]any); ok {
			for _, e := range x {
				f, _ := find(e, path[1:])
				found = append(found, f...)
			}
			return found, true
		}
	case allKeys: // Spark finds nothing here
	}
	return nil, false
}

// appendFound writes a result of get_json_object: texts without quotes, several values as an array; ok is false for null.
func appendFound(b []byte, found []any, many bool) ([]byte, bool) {
	switch {
	case len(found) == 0:
		return b, false
	case len(found) > 1:
		return appendJSON(b, found), true
	case found[0] == nil:
		return b, false
	}
	if s, ok := found[0].(string); ok {
		if many {
			return appendString(b, s), true
		}
		return append(b, s...), true
	}
	return appendJSON(b, found[0]), true
}
