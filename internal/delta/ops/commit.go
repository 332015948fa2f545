package ops

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// predicates is a list of conditions as operationParameters hold it: a JSON array of texts, in a string.
func predicates(es ...expr.Expr) string {
	texts := []string{}
	for _, e := range es {
		if e != nil {
			texts = append(texts, expr.Text(e))
		}
	}
	return jsonText(texts)
}

// jsonText is compact JSON without HTML escapes.
func jsonText(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "null"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// clauseList is matchedPredicates and the like.
func clauseList(clauses []logical.MergeClause) string {
	type entry struct {
		Predicate  string `json:"predicate,omitempty"`
		ActionType string `json:"actionType"`
	}
	list := []entry{}
	for _, c := range clauses {
		e := entry{ActionType: [...]string{plan.MergeUpdate: "update", plan.MergeDelete: "delete", plan.MergeInsert: "insert", plan.MergeDoNothing: "nothing"}[c.Action]}
		if c.Condition != nil {
			e.Predicate = expr.Text(c.Condition)
		}
		list = append(list, e)
	}
	return jsonText(list)
}

// setSchema gives the table the goal's schema when it evolved, with new high-water marks of identity columns.
func (o *output) setSchema() error {
	schema, marked := o.identity.marked()
	if !marked && !o.goal.Evolves {
		return nil
	}
	m := *o.tx.Metadata()
	m.SchemaString = types.JSON(schema)
	m.Configuration = maps.Clone(m.Configuration)
	return o.tx.SetMetadata(&m)
}

// commit commits a MERGE. Nothing is committed when nothing changed, but for a version without files where rows matched and the table has no
// deletion vectors: Delta rewrites the files of such rows, we do not, but history shows the MERGE there too.
func (r *mergeRun) commit() error {
	return r.commitAs(log.Operation{
		Name: "MERGE",
		Parameters: log.Params{
			{Name: "predicate", Value: predicates(r.merge.Condition)},
			{Name: "matchedPredicates", Value: clauseList(r.merge.Matched)},
			{Name: "notMatchedPredicates", Value: clauseList(r.merge.NotMatched)},
			{Name: "notMatchedBySourcePredicates", Value: clauseList(r.merge.BySource)},
		},
		Metrics: r.stats.named(names(
			"numSourceRows", "numTargetRowsInserted", "numTargetRowsUpdated", "numTargetRowsMatchedUpdated", "numTargetRowsNotMatchedBySourceUpdated",
			"numTargetRowsDeleted", "numTargetRowsMatchedDeleted", "numTargetRowsNotMatchedBySourceDeleted", "numTargetRowsCopied", "numOutputRows",
			"numTargetFilesAdded", "numTargetFilesRemoved", "numTargetBytesAdded", "numTargetBytesRemoved", "numTargetChangeFilesAdded",
			"numTargetDeletionVectorsAdded", "numTargetDeletionVectorsRemoved", "numTargetDeletionVectorsUpdated",
			"materializeSourceTimeMs", "scanTimeMs", "rewriteTimeMs")...),
	})
}

func names(list ...string) [][2]string {
	out := make([][2]string, len(list))
	for i, n := range list {
		out[i] = [2]string{n}
	}
	return out
}

// commitAs commits what the output holds.
func (r *mergeRun) commitAs(op log.Operation) error {
	actions := r.out.actions()
	if err := r.out.setSchema(); err != nil {
		return err
	}
	if len(actions) == 0 && r.tx.Metadata() == r.snap.Metadata && (r.dvs || !r.matched.Load()) {
		return nil
	}
	op.UserMetadata = r.env.Conf("spark.databricks.delta.commitInfo.userMetadata")
	_, err := r.tx.Commit(r.env, actions, op)
	return err
}

// noteSkipping records how many files the table has and how many were left out.
func (r *mergeRun) noteSkipping(read int) error {
	sizes, err := r.snap.Sizes(r.env)
	if err != nil {
		return err
	}
	r.stats.add("numTargetFilesBeforeSkipping", sizes.Files)
	r.stats.add("numTargetFilesSkipped", sizes.Files-int64(read))
	return nil
}
