package eval

import (
	"errors"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// storing reports the overflow of a cast whose value goes into a table column with the column's name (CheckOverflowInTableInsert of
// Spark, CheckOverflowInTableWrite of Delta).
func storing(kernel fn.Kernel, c *expr.Cast) fn.Kernel {
	if c.Store == nil {
		return kernel
	}
	return func(ctx *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		out, err := kernel(ctx, args, sel, n)
		var e *sparkerr.Error
		if err == nil || !errors.As(err, &e) || e.Class != sparkerr.ArithmeticException {
			return out, err
		}
		params := []string{"sourceType", sparkerr.QuoteSQL(c.Child.Type().SQL()), "targetType", sparkerr.QuoteSQL(c.DataType.SQL()), "columnName", sparkerr.QuoteID(c.Store.Name)}
		if !c.Store.Update {
			return nil, sparkerr.New("CAST_OVERFLOW_IN_TABLE_INSERT", params...)
		}
		return nil, sparkerr.New("DELTA_CAST_OVERFLOW_IN_TABLE_WRITE", append(params, "storeAssignmentPolicyFlag", "spark.sql.storeAssignmentPolicy",
			"updateAndMergeCastingFollowsAnsiEnabledFlag", "spark.databricks.delta.updateAndMergeCastingFollowsAnsiEnabledFlag",
			"ansiEnabledFlag", "spark.sql.ansi.enabled")...)
	}
}
