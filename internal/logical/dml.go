package logical

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
)

// Target is the table that a command changes, with everything the analyzer resolved about rows written to it.
type Target struct {
	Table Table
	// Attrs are the table's present columns, in schema order; conditions and values refer to them.
	Attrs []*expr.Attribute
	// Schema is the table's schema after the command: the present one, or a wider one when it evolves. The first len(Attrs)
	// fields are the present columns (types may be widened).
	Schema  types.StructType
	Evolves bool
	// Written are attributes for a row about to be written, one per field of Schema; Checks refer to them.
	Written []*expr.Attribute
	// Checks are CHECK constraints, column invariants and generated-column checks. NOT NULL is checked from Schema.
	Checks []Check
}

// Check is a boolean condition that must not be false for any written row (CHECK: null passes, as in Delta).
type Check struct {
	Name string // constraint name; "" for a column invariant
	Kind string // "check", "invariant", "generated"
	// Text is the condition as the table stores it, for the error.
	Text      string
	Condition expr.Expr
}

// Merge is a resolved MERGE INTO.
type Merge struct {
	Target     Target
	Source     Node
	Condition  expr.Expr // over Target.Attrs and Source.Output()
	Matched    []MergeClause
	NotMatched []MergeClause // over Source.Output() only
	BySource   []MergeClause // over Target.Attrs only
	// Plan is the unresolved command, for history texts.
	Plan *plan.Merge
	// ConditionText and clause texts are the SQL forms that history shows.
	ConditionText string
}

// MergeClause is one WHEN clause; the first whose Condition is true (nil: always) acts.
type MergeClause struct {
	Condition expr.Expr
	Action    plan.MergeAction
	// Values, for updates and inserts, has one entry per field of Target.Schema, cast to its type by store assignment. In an update nil
	// keeps the column. In an insert nil stands for an identity column that generates its value; any other column not named is its
	// default or a typed NULL literal.
	Values []expr.Expr
	// ConditionText is the condition as history shows it, "" when there is none.
	ConditionText string
	// ActionText is "update", "delete", "insert" as in operationParameters' predicates lists.
	ActionText string
}

// Update is a resolved UPDATE: Values as in an updating MergeClause.
type Update struct {
	Target    Target
	Where     expr.Expr // nil: all rows; may hold expr.Subquery
	Values    []expr.Expr
	WhereText string
}

// Delete is a resolved DELETE FROM.
type Delete struct {
	Target    Target
	Where     expr.Expr
	WhereText string
}

// Insert is a resolved write of rows: INSERT, save, saveAsTable, writeTo. Input's output columns are aligned with Target.Schema and
// already cast.
type Insert struct {
	Target Target
	Input  Node
	Mode   InsertMode
	// Replace is the condition of REPLACE WHERE over Target.Attrs; ReplaceOn of REPLACE ON over Target.Attrs and Input's output.
	Replace     expr.Expr
	ReplaceText string
	// ReplaceUsing are the ordinals of REPLACE USING columns.
	ReplaceUsing []int
	// StaticPartition are the partition values fixed by PARTITION (a = 1): ordinal in Schema → value; with OverwritePartitions only files
	// of those partitions are replaced.
	StaticPartition map[int]expr.Expr
	// DataChange false is a rearrangement (dataChange option).
	NoDataChange bool
	Options      map[string]string
	// Operation parameters for history are made by internal/delta/ops from Mode and Options.
}

// InsertMode tells what happens to rows that are there.
type InsertMode uint8

const (
	// InsertAppend keeps them.
	InsertAppend InsertMode = iota
	// InsertOverwrite removes all of them (or those of StaticPartition).
	InsertOverwrite
	// InsertOverwritePartitions removes those of the partitions that Input has rows for (dynamic).
	InsertOverwritePartitions
	// InsertReplaceWhere removes those that satisfy Replace.
	InsertReplaceWhere
	// InsertReplaceOn and InsertReplaceUsing remove those that match a row of Input.
	InsertReplaceOn
	InsertReplaceUsing
)
