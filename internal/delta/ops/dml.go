package ops

import (
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// Update runs a resolved UPDATE: a by-source clause over no source.
func Update(env *Env, u *logical.Update) (Counts, error) {
	return changeRows(env, u.Target, logical.MergeClause{Condition: u.Where, Action: plan.MergeUpdate, Values: u.Values}, log.Operation{
		Name: "UPDATE", Parameters: log.Params{{Name: "predicate", Value: predicates(u.Where)}},
	}, [2]string{"numUpdatedRows", "numTargetRowsUpdated"})
}

// Delete runs a resolved DELETE.
func Delete(env *Env, d *logical.Delete) (Counts, error) {
	return changeRows(env, d.Target, logical.MergeClause{Condition: d.Where, Action: plan.MergeDelete}, log.Operation{
		Name: "DELETE", Parameters: log.Params{{Name: "predicate", Value: predicates(d.Where)}},
	}, [2]string{"numDeletedRows", "numTargetRowsDeleted"})
}

func changeRows(env *Env, goal logical.Target, clause logical.MergeClause, op log.Operation, rows [2]string) (Counts, error) {
	t, err := begin(env, goal)
	if err != nil {
		return Counts{}, err
	}
	if l, ok := clause.Condition.(*expr.Literal); ok && l.Value == true {
		clause.Condition = nil
	}
	if !holdsSubquery(clause) {
		t.tx.IndependentRows()
	}
	run := &mergeRun{target: t, merge: &logical.Merge{Target: goal, BySource: []logical.MergeClause{clause}}, stats: newMetrics()}
	run.finish = func() error {
		op.Metrics = run.stats.named(rows, [2]string{"numAddedFiles", "numTargetFilesAdded"}, [2]string{"numRemovedFiles", "numTargetFilesRemoved"},
			[2]string{"numCopiedRows", "numTargetRowsCopied"}, [2]string{"numAddedBytes", "numTargetBytesAdded"}, [2]string{"numRemovedBytes", "numTargetBytesRemoved"},
			[2]string{"numAddedChangeFiles", "numTargetChangeFilesAdded"}, [2]string{"numDeletionVectorsAdded", "numTargetDeletionVectorsAdded"},
			[2]string{"numDeletionVectorsRemoved", "numTargetDeletionVectorsRemoved"}, [2]string{"numDeletionVectorsUpdated", "numTargetDeletionVectorsUpdated"},
			[2]string{"scanTimeMs"}, [2]string{"rewriteTimeMs"})
		if len(run.out.adds)+len(run.out.removes) == 0 {
			return nil // Delta commits nothing either
		}
		return run.commitAs(op)
	}
	return run.execute()
}

// holdsSubquery tells whether the fate of a row may depend on other rows.
func holdsSubquery(clause logical.MergeClause) bool {
	found := false
	look := func(e expr.Expr) {
		if e == nil {
			return
		}
		expr.Walk(e, func(e expr.Expr) bool {
			_, is := e.(*expr.Subquery)
			found = found || is
			return !found
		})
	}
	look(clause.Condition)
	for _, v := range clause.Values {
		look(v)
	}
	return found
}
