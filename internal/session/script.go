package session

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
)

// script is a running BEGIN … END: its open blocks, the innermost last, and the rows of the last query. It travels in the context, so that
// whatever a statement runs sees the variables of the blocks around it.
type script struct {
	blocks []*block
	last   *answer
}

// block is a scope of local variables and handlers.
type block struct {
	label     string
	variables map[string]*variable // by lower-case name
	handlers  []*plan.Control
	// handling is true while a handler of the block runs: its errors are for the blocks around.
	handling bool
}

type scriptKey struct{}

// scriptOf is the script that a statement belongs to, nil outside.
func scriptOf(ctx context.Context) *script {
	s, _ := ctx.Value(scriptKey{}).(*script)
	return s
}

// variable finds a local variable: x, or label.x.
func (r *script) variable(name []string) *variable {
	if r == nil || len(name) > 2 {
		return nil
	}
	key := strings.ToLower(name[len(name)-1])
	for _, b := range slices.Backward(r.blocks) {
		if len(name) == 2 && !strings.EqualFold(b.label, name[0]) {
			continue
		}
		if v := b.variables[key]; v != nil {
			return v
		}
	}
	return nil
}

// jump is LEAVE or ITERATE on its way to the statement with its label.
type jump struct {
	iterate bool
	label   string
}

// compound runs BEGIN … END and answers with the rows of its last query.
func (s *Session) compound(ctx context.Context, c *plan.Compound) (*answer, error) {
	if err := checkScript(c.Body, true, nil, c.Label); err != nil {
		return nil, err
	}
	r := &script{}
	if outer := scriptOf(ctx); outer != nil {
		r.blocks = slices.Clone(outer.blocks)
	}
	if _, err := s.runBlock(context.WithValue(ctx, scriptKey{}, r), r, c.Label, c.Body); err != nil {
		return nil, err
	}
	if r.last == nil {
		return nothing, nil
	}
	return r.last, nil
}

// runBlock runs the statements of a block in a scope of their own.
func (s *Session) runBlock(ctx context.Context, r *script, label string, body []plan.Statement) (*jump, error) {
	b := &block{label: label, variables: map[string]*variable{}}
	depth := len(r.blocks)
	r.blocks = append(r.blocks, b)
	defer func() { r.blocks = r.blocks[:depth] }()
	j, err := s.runStatements(ctx, r, body)
	if err != nil && !b.handling {
		if h := b.handler(err); h != nil {
			r.blocks = r.blocks[:depth+1]
			b.handling = true
			j, err = s.runStatements(ctx, r, h.Bodies[0])
		}
	}
	if j != nil && !j.iterate && label != "" && strings.EqualFold(j.label, label) {
		j = nil
	}
	return j, err
}

// handler finds the handler of an error: one that names the condition comes before one for its SQLSTATE, and that before SQLEXCEPTION.
func (b *block) handler(err error) *plan.Control {
	var e *sparkerr.Error
	if !errors.As(err, &e) {
		return nil
	}
	main, _, _ := strings.Cut(e.Condition, ".")
	for _, fits := range []func(name string) bool{
		func(n string) bool { return strings.EqualFold(n, e.Condition) || strings.EqualFold(n, main) },
		func(n string) bool { return strings.EqualFold(n, "SQLSTATE "+e.SQLState) },
		func(n string) bool {
			return strings.EqualFold(n, "NOT FOUND") && strings.HasPrefix(e.SQLState, "02")
		},
		func(n string) bool { return strings.EqualFold(n, "SQLEXCEPTION") },
	} {
		for _, h := range b.handlers {
			if slices.ContainsFunc(h.Names, fits) {
				return h
			}
		}
	}
	return nil
}

func (s *Session) runStatements(ctx context.Context, r *script, body []plan.Statement) (*jump, error) {
	for _, st := range body {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		j, err := s.runStatement(ctx, r, st)
		if j != nil || err != nil {
			return j, err
		}
	}
	return nil, nil
}

func (s *Session) runStatement(ctx context.Context, r *script, st plan.Statement) (*jump, error) {
	switch {
	case st.Control != nil:
		return s.control(ctx, r, st.Control)
	case st.Query != nil:
		a, err := s.collect(ctx, st.Query)
		if err == nil {
			r.last = a
		}
		return nil, err
	}
	switch c := st.Command.(type) {
	case *plan.Compound:
		return s.runBlock(ctx, r, c.Label, c.Body)
	case *plan.DeclareVariable:
		return nil, s.declareLocal(ctx, r, c)
	}
	a, err := s.command(ctx, st.Command)
	if err == nil && len(a.schema.Fields) > 0 {
		if _, set := st.Command.(*plan.SetConf); !set {
			r.last = a
		}
	}
	return nil, err
}

// collect runs a query to its end.
func (s *Session) collect(ctx context.Context, rel plan.Relation) (*answer, error) {
	rel, drop, err := s.runCommands(ctx, rel)
	if err != nil {
		return nil, err
	}
	defer drop()
	env, err := s.env()
	if err != nil {
		return nil, err
	}
	node, err := s.analyzer(ctx, env).Relation(ctx, rel)
	if err != nil {
		return nil, err
	}
	rows, err := s.rows(ctx, env, node)
	return &answer{schemaOf(node), rows}, err
}

func (s *Session) declareLocal(ctx context.Context, r *script, c *plan.DeclareVariable) error {
	a, _, err := s.dml(ctx)
	if err != nil {
		return err
	}
	b := r.blocks[len(r.blocks)-1]
	for _, name := range c.Names {
		if len(name) > 1 {
			return sparkerr.New("INVALID_VARIABLE_DECLARATION.QUALIFIED_LOCAL_VARIABLE", "varName", sparkerr.QuoteID(name...))
		}
		key := strings.ToLower(name[0])
		if b.variables[key] != nil {
			return sparkerr.New("VARIABLE_ALREADY_EXISTS", "variableName", sparkerr.QuoteID(name[0]))
		}
		value := &expr.Literal{DataType: c.Type}
		if c.Default != nil {
			if value, err = a.Constant(ctx, c.Default, c.Type); err != nil {
				return err
			}
		}
		b.variables[key] = &variable{name: name, value: value, init: c.Default}
	}
	return nil
}

// truth evaluates the condition of a control statement.
func (s *Session) truth(ctx context.Context, e plan.Expr) (bool, error) {
	a, _, err := s.dml(ctx)
	if err != nil {
		return false, err
	}
	l, err := a.Constant(ctx, e, nil)
	if err != nil {
		return false, err
	}
	if l == nil || l.DataType.ID() != types.IDBoolean {
		text := "NULL"
		if l != nil {
			text = a.SQLText(l)
		}
		return false, sparkerr.New("INVALID_BOOLEAN_STATEMENT", "invalidStatement", text)
	}
	v, ok := l.Value.(bool)
	return v && ok, nil
}

// control runs one statement that steers.
func (s *Session) control(ctx context.Context, r *script, c *plan.Control) (*jump, error) {
	switch c.Kind {
	case "if", "case":
		return s.branch(ctx, r, c)
	case "while", "repeat", "loop":
		return s.loop(ctx, r, c)
	case "for":
		return s.forEach(ctx, r, c)
	case "leave", "iterate":
		return &jump{iterate: c.Kind == "iterate", label: c.Label}, nil
	case "handler":
		b := r.blocks[len(r.blocks)-1]
		b.handlers = append(b.handlers, c)
		return nil, nil
	}
	return nil, sparkerr.Unsupported(strings.ToUpper(c.Kind) + " in a script")
}

func (s *Session) branch(ctx context.Context, r *script, c *plan.Control) (*jump, error) {
	for i, e := range c.Conditions {
		ok, err := s.truth(ctx, e)
		if err != nil {
			return nil, err
		}
		if ok {
			return s.runStatements(ctx, r, c.Bodies[i])
		}
	}
	if len(c.Bodies) > len(c.Conditions) {
		return s.runStatements(ctx, r, c.Bodies[len(c.Conditions)])
	}
	return nil, nil
}

func (s *Session) loop(ctx context.Context, r *script, c *plan.Control) (*jump, error) {
	for {
		if c.Kind == "while" {
			if ok, err := s.truth(ctx, c.Conditions[0]); !ok || err != nil {
				return nil, err
			}
		}
		again, j, err := s.iteration(ctx, r, c)
		if !again || err != nil {
			return j, err
		}
		if c.Kind == "repeat" {
			if ok, err := s.truth(ctx, c.Conditions[0]); ok || err != nil {
				return nil, err
			}
		}
	}
}

// iteration runs a loop's body once; again is false when the loop is left, with j on its way further out.
func (s *Session) iteration(ctx context.Context, r *script, c *plan.Control) (again bool, j *jump, err error) {
	j, err = s.runStatements(ctx, r, c.Bodies[0])
	switch {
	case err != nil:
		return false, nil, err
	case j == nil:
		return true, nil, nil
	case c.Label == "" || !strings.EqualFold(j.label, c.Label):
		return false, j, nil
	}
	return j.iterate, nil, nil
}

// forEach runs the body for each row of a query, whose columns are variables.
func (s *Session) forEach(ctx context.Context, r *script, c *plan.Control) (*jump, error) {
	a, err := s.collect(ctx, c.Query)
	if err != nil {
		return nil, err
	}
	depth := len(r.blocks)
	defer func() { r.blocks = r.blocks[:depth] }()
	for _, row := range a.rows {
		b := &block{label: c.Variable, variables: map[string]*variable{}}
		for i, f := range a.schema.Fields {
			b.variables[strings.ToLower(f.Name)] = &variable{name: []string{f.Name}, value: &expr.Literal{DataType: f.Type, Value: row[i]}}
		}
		r.blocks = append(r.blocks[:depth], b)
		again, j, err := s.iteration(ctx, r, c)
		if !again || err != nil {
			return j, err
		}
	}
	return nil, nil
}
