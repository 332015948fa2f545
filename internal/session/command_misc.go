package session

import (
	"context"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/analyze"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/lower"
	"github.com/flintlake/flintlake/internal/optimize"
	"github.com/flintlake/flintlake/internal/plan"
)

// explain shows the plans of a query as one row of text.
func (s *Session) explain(ctx context.Context, c *plan.Explain) (*answer, error) {
	text, err := s.Explain(ctx, c.Input, c.Mode)
	if err != nil {
		return nil, err
	}
	return &answer{columns("!plan", types.String), [][]any{{text}}}, nil
}

// Explain is the text of EXPLAIN and DataFrame.explain: the physical plan, and in the modes extended, cost and formatted the logical ones too.
func (s *Session) Explain(ctx context.Context, rel plan.Relation, mode string) (text string, err error) {
	defer guard(&err)
	env, err := s.env()
	if err != nil {
		return "", err
	}
	if c, ok := rel.(*plan.CommandRelation); ok {
		return "== Command ==\n" + commandName(c.Command), nil
	}
	bound, err := s.analyze(ctx, rel)
	if err != nil {
		return "", err
	}
	better, err := optimize.Run(bound, env)
	if err != nil {
		return "", err
	}
	physical, err := lower.Plan(better, env)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if mode == "extended" || mode == "cost" || mode == "formatted" {
		b.WriteString("== Analyzed Logical Plan ==\n" + logical.Format(bound) + "\n== Optimized Logical Plan ==\n" + logical.Format(better) + "\n")
	}
	b.WriteString("== Physical Plan ==\n" + exec.Format(physical, nil))
	return b.String(), nil
}

// cacheCommand is CACHE, UNCACHE, CLEAR CACHE, REFRESH and ANALYZE: hints that change no answer. Names are checked.
func (s *Session) cacheCommand(ctx context.Context, cmd plan.Command) (*answer, error) {
	check := func(name []string, missingIsFine bool) (*answer, error) {
		if len(name) == 0 {
			return nothing, nil
		}
		_, ok, err := n(s).Relation(ctx, name, nil, nil)
		if err == nil && !ok && !missingIsFine {
			err = s.notRead(name)
			if _, refresh := cmd.(*plan.Refresh); refresh {
				err = s.notFound(name)
			}
		}
		return nothing, err
	}
	switch c := cmd.(type) {
	case *plan.CacheTable:
		if c.Query != nil {
			return s.createView(ctx, &plan.CreateView{Name: c.Name, Query: c.Query, Temporary: true})
		}
		return check(c.Name, false)
	case *plan.UncacheTable:
		return check(c.Name, c.IfExists)
	case *plan.Refresh:
		if c.Function || c.Path != "" {
			return nothing, nil
		}
		return check(c.Name, false)
	case *plan.Analyze:
		return check(c.Name, false)
	}
	return nothing, nil
}

// timestamp reads the text of timestampAsOf: a timestamp, or a date, in the session time zone.
func (s *Session) timestamp(text string) (int64, error) {
	env, err := s.env()
	if err != nil {
		return 0, err
	}
	micros, ok := datetime.ParseTimestamp(text, datetime.FromLocation(env.TimeZone), env.Now/86_400_000_000)
	if !ok {
		return 0, sparkerr.New("DELTA_TIMESTAMP_INVALID", "expr", "'"+text+"'")
	}
	return micros, nil
}

func (s *Session) declareVariable(ctx context.Context, c *plan.DeclareVariable) (*answer, error) {
	a, _, err := s.dml(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range c.Names {
		if !sessionVariable(name) {
			return nil, sparkerr.New("UNRESOLVED_VARIABLE", "variableName", sparkerr.QuoteID(name...), "searchPath", "["+sparkerr.QuoteID("system", "session")+"]")
		}
		key := strings.ToLower(name[len(name)-1])
		value := &expr.Literal{DataType: c.Type}
		if c.Default != nil {
			if value, err = a.Constant(ctx, c.Default, c.Type); err != nil {
				return nil, err
			}
		}
		s.mu.Lock()
		_, there := s.variables[key]
		if !there || c.Replace {
			s.variables[key] = &variable{name: name, value: value, init: c.Default}
		}
		s.mu.Unlock()
		if there && !c.Replace {
			return nil, sparkerr.New("VARIABLE_ALREADY_EXISTS", "variableName", sparkerr.QuoteID("system", "session", key))
		}
	}
	return nothing, nil
}

func (s *Session) setVariable(ctx context.Context, c *plan.SetVariable) (*answer, error) {
	a, _, err := s.dml(ctx)
	if err != nil {
		return nil, err
	}
	values := make([]*expr.Literal, len(c.Names))
	targets := make([]*variable, len(c.Names))
	for i, name := range c.Names {
		v := s.findVariable(ctx, name)
		if v == nil {
			return nil, sparkerr.New("UNRESOLVED_VARIABLE", "variableName", sparkerr.QuoteID(name...), "searchPath", "["+strings.Join(s.searchPath(), ", ")+"]")
		}
		if slices.Contains(targets, v) {
			return nil, sparkerr.New("DUPLICATE_ASSIGNMENTS", "nameList", sparkerr.QuoteID(strings.ToLower(name[len(name)-1])))
		}
		targets[i] = v
		if i < len(c.Values) {
			value := c.Values[i]
			if _, ok := value.(*plan.Default); ok {
				if value = v.init; value == nil {
					values[i] = &expr.Literal{DataType: v.value.DataType}
					continue
				}
			}
			if values[i], err = a.Constant(ctx, value, v.value.DataType); err != nil {
				return nil, err
			}
		}
	}
	if c.Query != nil {
		row, err := s.oneRow(ctx, c.Query, len(c.Names))
		if err != nil {
			return nil, err
		}
		for i, v := range targets {
			l := &plan.Literal{Type: row.schema.Fields[i].Type, Value: row.rows[0][i]}
			if values[i], err = a.Constant(ctx, l, v.value.DataType); err != nil {
				return nil, err
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, v := range targets {
		v.value = values[i]
	}
	return nothing, nil
}

// findVariable finds a local variable of the script, or a session variable; nil when there is none.
func (s *Session) findVariable(ctx context.Context, name []string) *variable {
	if v := scriptOf(ctx).variable(name); v != nil {
		return v
	}
	if !sessionVariable(name) {
		return nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.variables[strings.ToLower(name[len(name)-1])]
}

// searchPath is where names without a schema are looked for, as errors list it.
func (s *Session) searchPath() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return []string{sparkerr.QuoteID("system", "builtin"), sparkerr.QuoteID("system", "session"), sparkerr.QuoteID(catalogName, s.namespace)}
}

// oneRow runs a query of at most one row; without a row the values are NULL.
func (s *Session) oneRow(ctx context.Context, rel plan.Relation, width int) (*answer, error) {
	a, err := s.collect(ctx, rel)
	if err != nil {
		return nil, err
	}
	if n := len(a.schema.Fields); n != width {
		return nil, sparkerr.New("ASSIGNMENT_ARITY_MISMATCH", "numTarget", itoa(width), "numExpr", itoa(n))
	}
	switch {
	case len(a.rows) > 1:
		return nil, sparkerr.New("ROW_SUBQUERY_TOO_MANY_ROWS")
	case len(a.rows) == 0:
		a.rows = [][]any{make([]any, width)}
	}
	return a, nil
}

func (s *Session) dropVariable(c *plan.DropVariable) (*answer, error) {
	key := strings.ToLower(c.Name[len(c.Name)-1])
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.variables[key]; !ok && !c.IfExists {
		return nil, sparkerr.New("VARIABLE_NOT_FOUND", "variableName", sparkerr.QuoteID("system", "session", key))
	}
	delete(s.variables, key)
	return nothing, nil
}

func (s *Session) createFunction(_ context.Context, c *plan.CreateFunction) (*answer, error) {
	if c.Class != "" || !c.Temporary {
		return nil, sparkerr.Unsupported("CREATE FUNCTION other than a temporary SQL function")
	}
	for i, d := range c.Params {
		if slices.ContainsFunc(c.Params[:i], func(e plan.ColumnDef) bool { return strings.EqualFold(d.Name, e.Name) }) {
			return nil, sparkerr.New("DUPLICATE_ROUTINE_PARAMETER_NAMES", "routineName", strings.Join(c.Name, "."), "names", sparkerr.QuoteID(strings.ToLower(d.Name)))
		}
	}
	key := strings.ToLower(c.Name[len(c.Name)-1])
	f := &function{UserFunction: analyze.UserFunction{Name: c.Name[len(c.Name)-1], Params: c.Params, Returns: c.Returns, Body: c.BodyExpr, Query: c.BodyQuery}, temporary: true}
	for _, d := range c.ReturnsTable {
		f.Columns.Fields = append(f.Columns.Fields, types.StructField{Name: d.Name, Type: d.Type, Nullable: true})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, there := s.functions[key]; there && !c.Replace {
		if c.IfNotExists {
			return nothing, nil
		}
		return nil, sparkerr.New("ROUTINE_ALREADY_EXISTS", "routineName", sparkerr.QuoteID(key), "newRoutineType", "routine", "existingRoutineType", "routine")
	}
	s.functions[key] = f
	return nothing, nil
}

func (s *Session) dropFunction(c *plan.DropFunction) (*answer, error) {
	key := strings.ToLower(c.Name[len(c.Name)-1])
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.functions[key]; !ok && !c.IfExists {
		return nil, sparkerr.New("ROUTINE_NOT_FOUND", "routineName", sparkerr.QuoteID(c.Name...))
	}
	delete(s.functions, key)
	return nothing, nil
}
