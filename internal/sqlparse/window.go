package sqlparse

import "github.com/flintlake/flintlake/internal/plan"

// windowSpec reads what follows OVER: a name, (name) or a definition.
func (p *parser) windowSpec() *plan.Window {
	if p.tok().upper != "(" {
		return &plan.Window{Ref: p.name()}
	}
	if isName(p.ahead(1)) && p.ahead(2).upper == ")" {
		p.i++
		w := &plan.Window{Ref: p.name()}
		p.close()
		return w
	}
	if isName(p.ahead(1)) && !oneOf(p.ahead(1), []string{"PARTITION", "DISTRIBUTE", "CLUSTER", "ORDER", "SORT", "ROWS", "RANGE"}) {
		p.unexpected() // a named window cannot be refined
	}
	return &plan.Window{Spec: p.windowDefinition()}
}

// windowDefinition reads ( [PARTITION BY …] [ORDER BY …] [frame] ).
func (p *parser) windowDefinition() plan.WindowSpec {
	p.enter()
	defer p.leave()
	var s plan.WindowSpec
	p.expect("(")
	switch {
	case p.accept("CLUSTER", "BY"):
		s.PartitionBy = list(p, p.expression)
		for _, e := range s.PartitionBy {
			s.OrderBy = append(s.OrderBy, plan.SortOrder{Child: e})
		}
	case p.accept("PARTITION", "BY"), p.accept("DISTRIBUTE", "BY"):
		s.PartitionBy = list(p, p.expression)
	}
	if p.accept("ORDER", "BY") || p.accept("SORT", "BY") {
		s.OrderBy = list(p, p.sortItem)
	}
	if p.is("ROWS", "RANGE") {
		s.Frame = p.frame()
	}
	p.close()
	return s
}

func (p *parser) frame() *plan.Frame {
	f := &plan.Frame{Range: p.advance().upper == "RANGE"}
	if p.accept("BETWEEN") {
		f.Lower = p.bound()
		p.expect("AND")
		f.Upper = p.bound()
		return f
	}
	f.Lower = p.bound()
	f.Upper = plan.Bound{Kind: plan.CurrentRow}
	return f
}

func (p *parser) bound() plan.Bound {
	switch {
	case p.accept("UNBOUNDED", "PRECEDING"):
		return plan.Bound{Kind: plan.UnboundedPreceding}
	case p.accept("UNBOUNDED", "FOLLOWING"):
		return plan.Bound{Kind: plan.UnboundedFollowing}
	case p.accept("CURRENT", "ROW"):
		return plan.Bound{Kind: plan.CurrentRow}
	}
	from := p.i
	v := p.value(0)
	switch v.(type) {
	case *plan.Attribute, *plan.ScalarSubquery, *plan.Star:
		p.complain(from, "_LEGACY_ERROR_TEMP_0064", "msg", "Frame bound value must be a literal.")
	}
	switch p.acceptOne("PRECEDING", "FOLLOWING") {
	case "PRECEDING":
		return plan.Bound{Kind: plan.Preceding, Value: v}
	case "FOLLOWING":
		return plan.Bound{Kind: plan.Following, Value: v}
	}
	p.unexpected()
	return plan.Bound{}
}

// sortItem reads expression [ASC|DESC] [NULLS FIRST|LAST].
func (p *parser) sortItem() plan.SortOrder {
	from := p.i
	s := plan.SortOrder{Child: p.expression()}
	s.Descending = p.acceptOne("ASC", "DESC") == "DESC"
	if p.accept("NULLS") {
		switch p.acceptOne("FIRST", "LAST") {
		case "FIRST":
			s.Nulls = plan.NullsFirst
		case "LAST":
			s.Nulls = plan.NullsLast
		default:
			p.unexpected()
		}
	}
	s.Origin = p.origin(from)
	return s
}

// windowClause reads WINDOW w AS (…), v AS w, …. A window may be another one by name, also one that comes later.
func (p *parser) windowClause() map[string]plan.WindowSpec {
	specs, refs := map[string]plan.WindowSpec{}, map[string]string{}
	from := p.i
	for again := true; again; again = p.accept(",") {
		at := p.i
		name := p.name()
		p.expect("AS")
		w := p.windowSpec()
		if _, twice := specs[name]; twice || refs[name] != "" {
			p.raise(at, "_LEGACY_ERROR_TEMP_0064", "msg", "The definition of window '"+name+"' is repetitive.")
		}
		if w.Ref != "" {
			refs[name] = w.Ref
		} else {
			specs[name] = w.Spec
		}
	}
	for name, ref := range refs {
		spec, ok := specs[ref]
		if !ok {
			p.raise(from, "MISSING_WINDOW_SPECIFICATION", "windowName", ref)
		}
		defer func() { specs[name] = spec }()
	}
	return specs
}
