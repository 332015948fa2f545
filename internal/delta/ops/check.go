package ops

import (
	"fmt"
	"sort"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/vec"
)

// checks validates rows about to be written: NOT NULL from the schema, then CHECK constraints, invariants and generated columns. Rows that
// are only copied were validated when they were written. It is shared by workers: evaluators are compiled per use.
type checks struct {
	env     *Env
	goal    logical.Target
	notNull []int // columns with a NOT NULL at any depth
}

func newChecks(t *target) *checks {
	c := &checks{env: t.env, goal: t.goal}
	for i, f := range t.goal.Schema.Fields {
		if !f.Nullable || demandsValues(f.Type) {
			c.notNull = append(c.notNull, i)
		}
	}
	return c
}

// demandsValues tells whether a struct type has a NOT NULL field at any depth of structs. Elements of arrays and maps are not checked: Delta does
// not enforce them either.
func demandsValues(t types.DataType) bool {
	s, ok := t.(types.StructType)
	if !ok {
		return false
	}
	for _, f := range s.Fields {
		if !f.Nullable || demandsValues(f.Type) {
			return true
		}
	}
	return false
}

// validate raises the first violation in the selected rows of b, whose columns are those of the goal's schema.
func (c *checks) validate(b *vec.Batch) error {
	sel := vec.SelOrAll(b.Sel, b.Len)
	for _, i := range c.notNull {
		f := c.goal.Schema.Fields[i]
		if err := refuseNulls(b.Cols[i], f, sel, ""); err != nil {
			return err
		}
	}
	if len(c.goal.Checks) == 0 {
		return nil
	}
	ctx := &fn.Context{Arena: b.Arena, Alloc: c.env.Alloc, Env: c.env.Context.Env}
	for _, k := range c.goal.Checks {
		ev, err := eval.Compile(&expr.Coalesce{Args: []expr.Expr{&expr.Not{Child: k.Condition}, &expr.Literal{DataType: types.Boolean, Value: k.Kind != "check"}}}, c.goal.Written)
		if err != nil {
			return err
		}
		bad, err := eval.Filter(ctx, ev, b, sel, nil)
		if err != nil {
			return err
		}
		if len(bad) > 0 {
			return c.violation(k, b, int(bad[0]))
		}
	}
	return nil
}

// refuseNulls looks for nulls where the schema forbids them. A null struct has no fields to check.
func refuseNulls(v *vec.Vector, f types.StructField, sel vec.Sel, path string) error {
	name := path + f.Name
	s, isStruct := f.Type.(types.StructType)
	isStruct = isStruct && demandsValues(s)
	if v.Valid == nil && v.Type.ID() != types.IDNull && !isStruct {
		return nil
	}
	var present vec.Sel
	for _, r := range sel {
		if v.IsNull(int(r)) {
			if !f.Nullable {
				return sparkerr.New("DELTA_NOT_NULL_CONSTRAINT_VIOLATED", "columnName", name)
			}
			continue
		}
		if isStruct {
			present = append(present, r)
		}
	}
	if isStruct && len(present) > 0 {
		for i, child := range s.Fields {
			if err := refuseNulls(v.Children[i], child, present, name+"."); err != nil {
				return err
			}
		}
	}
	return nil
}

// violation names the constraint and the values of the columns it reads.
func (c *checks) violation(k logical.Check, b *vec.Batch, row int) error {
	refs := expr.References(k.Condition)
	var values []string
	for i, a := range c.goal.Written {
		if refs[a.ID] {
			values = append(values, fmt.Sprintf(" - %s : %s", a.Name, valueText(b.Cols[i], row)))
		}
	}
	sort.Strings(values)
	return sparkerr.New("DELTA_VIOLATE_CONSTRAINT_WITH_VALUES", "constraintName", k.Name, "expression", k.Text, "values", strings.Join(values, "\n"))
}

// valueText is a value as Spark's internal row prints it.
func valueText(v *vec.Vector, row int) string {
	x := vec.ValueAt(v, row)
	if x == nil {
		return "null"
	}
	return fmt.Sprint(x)
}
