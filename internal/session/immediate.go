package session

import (
	"context"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

// executeImmediate runs SQL text that is a value: EXECUTE IMMEDIATE text INTO variables USING arguments.
func (s *Session) executeImmediate(ctx context.Context, c *plan.ExecuteImmediate) (*answer, error) {
	a, _, err := s.dml(ctx)
	if err != nil {
		return nil, err
	}
	l, err := a.Constant(ctx, c.Text, nil)
	if err != nil {
		return nil, err
	}
	if l.DataType.ID() != types.IDString {
		return nil, sparkerr.New("INVALID_EXPR_TYPE_FOR_QUERY_EXECUTE_IMMEDIATE", "exprType", "\""+l.DataType.SQL()+"\"")
	}
	text, ok := l.Value.(string)
	if !ok {
		return nil, sparkerr.New("NULL_QUERY_STRING_EXECUTE_IMMEDIATE", "varName", sparkerr.QuoteID(textOf(c.Text)))
	}
	opts, err := s.arguments(ctx, c.Args)
	if err != nil {
		return nil, err
	}
	rel, err := sqlparse.Statement(text, opts)
	if err != nil {
		return nil, err
	}
	cmd, isCommand := rel.(*plan.CommandRelation)
	switch {
	case isCommand && len(c.Into) > 0:
		return nil, sparkerr.New("INVALID_STATEMENT_FOR_EXECUTE_INTO", "sqlString", strings.ToUpper(text))
	case isCommand:
		if _, nested := cmd.Command.(*plan.ExecuteImmediate); nested {
			return nil, sparkerr.New("NESTED_EXECUTE_IMMEDIATE", "sqlString", strings.ToUpper(text))
		}
		return s.command(ctx, cmd.Command)
	case len(c.Into) > 0:
		return s.setVariable(ctx, &plan.SetVariable{Names: c.Into, Query: rel})
	}
	return s.collect(ctx, rel)
}

func textOf(e plan.Expr) string {
	if a, ok := e.(*plan.Attribute); ok {
		return strings.Join(a.Parts, ".")
	}
	return ""
}

// arguments evaluates the values of USING: by name when they have names, else by position.
func (s *Session) arguments(ctx context.Context, args []plan.Expr) (sqlparse.Options, error) {
	opts := s.parserOptions(ctx, nil, nil)
	a, _, err := s.dml(ctx)
	if err != nil {
		return opts, err
	}
	for _, e := range args {
		name := ""
		if alias, ok := e.(*plan.Alias); ok && len(alias.Names) == 1 {
			name, e = alias.Names[0], alias.Child
		}
		l, err := a.Constant(ctx, e, nil)
		if err != nil {
			return opts, err
		}
		value := &plan.Literal{Type: l.DataType, Value: l.Value}
		if name == "" {
			opts.Positional = append(opts.Positional, value)
			continue
		}
		if opts.Named == nil {
			opts.Named = map[string]plan.Expr{}
		}
		opts.Named[name] = value
	}
	if len(opts.Named) > 0 && len(opts.Positional) > 0 {
		return opts, sparkerr.New("ALL_PARAMETERS_MUST_BE_NAMED", "exprs", "")
	}
	return opts, nil
}

// parserOptions let SQL text refer to variables in IDENTIFIER(…) and to the arguments of its markers.
func (s *Session) parserOptions(ctx context.Context, named map[string]plan.Expr, positional []plan.Expr) sqlparse.Options {
	o := sqlparse.Options{Identifier: func(e plan.Expr) (string, error) {
		env, err := s.env()
		if err != nil {
			return "", err
		}
		l, err := s.analyzer(ctx, env).Constant(ctx, e, nil)
		if err != nil {
			return "", err
		}
		return identifierText(l)
	}}
	if len(named) > 0 {
		o.Named = named
	}
	if len(positional) > 0 {
		o.Positional = positional
	}
	return o
}

func identifierText(l *expr.Literal) (string, error) {
	text, ok := l.Value.(string)
	switch {
	case l.Value == nil:
		return "", sparkerr.New("NOT_A_CONSTANT_STRING.NULL", "name", "IDENTIFIER", "expr", "NULL")
	case !ok:
		return "", sparkerr.New("NOT_A_CONSTANT_STRING.WRONG_TYPE", "name", "IDENTIFIER", "expr", "", "dataType", "\""+l.DataType.SQL()+"\"")
	}
	return text, nil
}
