package analyze

import (
	"sort"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
)

// bindError carries an error up to the exported method.
type bindError struct{ err error }

func throw(err error) { panic(bindError{err}) }

func fail(condition string, params ...string) { panic(bindError{sparkerr.New(condition, params...)}) }

// failAt is fail with the place in the query.
func failAt(o plan.Origin, condition string, params ...string) {
	panic(bindError{sparkerr.New(condition, params...).WithContext(queryContext(o))})
}

func unsupported(feature string) { panic(bindError{sparkerr.Unsupported(feature)}) }

// check passes a value on and raises the error that came with it.
func check[T any](v T, err error) T {
	if err != nil {
		throw(err)
	}
	return v
}

func catch(err *error) {
	if r := recover(); r != nil {
		e, ok := r.(bindError)
		if !ok {
			panic(r)
		}
		*err = e.err
	}
}

// attempt runs f and gives the bind error it raised, if any.
func attempt(f func()) (err error) {
	defer catch(&err)
	f()
	return nil
}

func queryContext(o plan.Origin) *sparkerr.QueryContext {
	if o.Text == "" || o.Line == 0 {
		return nil
	}
	fragment := o.Text
	if o.Start >= 0 && o.Stop >= o.Start && o.Stop < len(o.Text) {
		fragment = o.Text[o.Start : o.Stop+1]
	}
	return &sparkerr.QueryContext{Fragment: fragment, Start: o.Start, Stop: o.Stop, Line: o.Line, Position: o.Position}
}

func quoteID(parts ...string) string { return sparkerr.QuoteID(parts...) }

func quoteIDs(names []string) string { return sparkerr.QuoteIDs(names) }

func conditionOf(err error) string { return sparkerr.Condition(err) }

// unresolvedColumn is UNRESOLVED_COLUMN with the nearest names that are there.
func unresolvedColumn(parts []string, candidates []*expr.Attribute, origin plan.Origin) error {
	var names [][]string
	for _, a := range candidates {
		if !a.Hidden {
			names = append(names, append(append([]string(nil), a.Qualifier...), a.Name))
		}
	}
	if len(names) == 0 {
		return sparkerr.New("UNRESOLVED_COLUMN.WITHOUT_SUGGESTION", "objectName", quoteID(parts...)).WithContext(queryContext(origin))
	}
	return sparkerr.New("UNRESOLVED_COLUMN.WITH_SUGGESTION", "objectName", quoteID(parts...),
		"proposal", sparkerr.SuggestColumns(parts, names)).WithContext(queryContext(origin))
}

func byName(attrs []*expr.Attribute) []*expr.Attribute {
	out := append([]*expr.Attribute(nil), attrs...)
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].Name != out[j].Name {
			return out[i].Name < out[j].Name
		}
		return out[i].ID < out[j].ID
	})
	return out
}
