package fn

import "strings"

// Registry finds functions by name or alias, without case.
type Registry struct {
	byName map[string]*Function
	all    []*Function
}

// NewRegistry makes a registry; a later function replaces an earlier one of the same name.
func NewRegistry(functions []*Function) *Registry {
	r := &Registry{byName: make(map[string]*Function, 2*len(functions)), all: make([]*Function, len(functions))}
	for i, f := range functions {
		f = bindTo(f)
		r.all[i] = f
		r.byName[strings.ToLower(f.Name)] = f
		for _, a := range f.Aliases {
			r.byName[strings.ToLower(a)] = f
		}
	}
	return r
}

// bindTo is f whose bound calls know f.
func bindTo(f *Function) *Function {
	g := *f
	g.Bind = func(c *Call) (*Bound, error) {
		b, err := f.Bind(c)
		if b != nil && b.Fn == nil {
			b.Fn = &g
		}
		return b, err
	}
	return &g
}

// Lookup finds a function.
func (r *Registry) Lookup(name string) (*Function, bool) {
	f, ok := r.byName[strings.ToLower(name)]
	return f, ok
}

// All gives the functions in the order of their names.
func (r *Registry) All() []*Function { return r.all }

// Names gives every name and alias, for suggestions; the order is unspecified.
func (r *Registry) Names() []string {
	names := make([]string, 0, len(r.byName))
	for n := range r.byName {
		names = append(names, n)
	}
	return names
}
