package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// bound is an aggregate that is null for no rows.
func bound(args []expr.Expr, t types.DataType, make func() fn.Accumulator) *fn.Bound {
	return &fn.Bound{Args: args, Type: t, Nullable: true, Accumulate: make}
}

// notNull is an aggregate that has a value even for no rows.
func notNull(args []expr.Expr, t types.DataType, make func() fn.Accumulator) *fn.Bound {
	return &fn.Bound{Args: args, Type: t, Accumulate: make}
}

func overflow(message string) error {
	return sparkerr.New("ARITHMETIC_OVERFLOW", "message", message, "alternative", "", "config", `"spark.sql.ansi.enabled"`)
}
