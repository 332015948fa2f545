package ops

import (
	"sync"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/vec"
	"golang.org/x/sync/errgroup"
)

// WriteOptions are what history shows of a write, beyond what the plan says.
type WriteOptions struct {
	// Operation and Parameters override WRITE and its parameters (CREATE TABLE AS SELECT …).
	Operation  string
	Parameters log.Params
	// Prepare may change the transaction before rows are written: metadata of a new or replaced table.
	Prepare func(*log.Transaction) error
	// Txn makes the write idempotent.
	Txn          *log.SetTransaction
	UserMetadata string
}

// Insert runs a resolved write of rows.
func Insert(env *Env, in *logical.Insert, opts WriteOptions) (Counts, error) {
	t, err := begin(env, in.Target)
	if err != nil {
		return Counts{}, err
	}
	return insertInto(t, in, opts)
}

func insertInto(t *target, in *logical.Insert, opts WriteOptions) (counts Counts, err error) {
	if opts.Txn != nil {
		if v, ok := t.tx.ReadTxn(opts.Txn.AppID); ok && v >= opts.Txn.Version {
			return Counts{}, nil // done before
		}
	}
	if opts.Prepare != nil {
		if err := opts.Prepare(t.tx); err != nil {
			return Counts{}, err
		}
	}
	w := &insertRun{mergeRun: &mergeRun{target: t, merge: &logical.Merge{Target: in.Target}, stats: newMetrics(), source: &source{}}, insert: in}
	w.out = newOutput(t, w.stats)
	defer func() {
		if err != nil {
			w.out.abort()
		}
	}()
	if err := w.out.setSchema(); err != nil {
		return Counts{}, err
	}
	if in.Input != nil {
		if err := w.writeRows(); err != nil {
			return Counts{}, err
		}
	}
	inserted := w.stats.get("numTargetRowsInserted")
	if err := w.removeOld(); err != nil {
		return Counts{}, err
	}
	if err := w.out.close(); err != nil {
		return Counts{}, err
	}
	return Counts{Affected: inserted, Inserted: inserted}, w.commitWrite(opts)
}

// insertRun is one write of rows.
type insertRun struct {
	*mergeRun
	insert *logical.Insert
}

// writeRows runs the input; workers write what they produce.
func (w *insertRun) writeRows() error {
	physical, err := w.env.Plan(w.insert.Input)
	if err != nil {
		return err
	}
	stream, err := exec.Run(w.env.Context, physical)
	if err != nil {
		return err
	}
	defer stream.Close()
	var replace eval.Evaluator
	if w.insert.Mode == logical.InsertReplaceWhere && w.insert.Replace != nil {
		over := expr.Replace(w.insert.Replace, attributeMap(w.attrs, w.goal.Written))
		if replace, err = eval.Compile(over, w.goal.Written); err != nil {
			return err
		}
	}
	batches := make(chan *vec.Batch)
	group, ctx := errgroup.WithContext(w.env.Context)
	group.Go(safely(func() error {
		defer close(batches)
		for {
			b, err := stream.Next()
			if err != nil || b == nil {
				return err
			}
			select {
			case batches <- b:
			case <-ctx.Done():
				b.Release()
				return ctx.Err()
			}
		}
	}))
	var check sync.Mutex
	for range max(1, w.env.Threads) {
		group.Go(safely(func() error {
			for b := range batches {
				err := w.writeBatch(b, replace, &check)
				b.Release()
				if err != nil {
					return err
				}
			}
			return nil
		}))
	}
	err = group.Wait()
	for b := range batches {
		b.Release()
	}
	return err
}

func (w *insertRun) writeBatch(in *vec.Batch, replace eval.Evaluator, check *sync.Mutex) error {
	c := w.env.context()
	defer c.Release()
	c.Keep(in)
	out := batchOf(c, in.Len, append([]*vec.Vector(nil), in.Cols...))
	out.Sel = in.Sel
	for i := range w.out.identity.columns {
		if out.Cols[i].Type.ID() == in.Cols[i].Type.ID() && !w.generates(i) {
			continue
		}
		v, err := w.out.identity.next(c, i, in.Len, in.Sel)
		if err != nil {
			return err
		}
		out.Cols[i] = v
	}
	if replace != nil {
		check.Lock()
		err := w.mustMatch(c, replace, out)
		check.Unlock()
		if err != nil {
			return err
		}
	}
	w.stats.add("numTargetRowsInserted", int64(out.Rows()))
	return w.out.insert(out)
}

// generates tells whether an identity column takes generated values: the analyzer put a typed NULL in its place.
func (w *insertRun) generates(i int) bool {
	p, ok := w.insert.Input.(*logical.Project)
	if !ok || i >= len(p.List) {
		return false
	}
	e := p.List[i]
	if a, ok := e.(*expr.Alias); ok {
		e = a.Child
	}
	l, ok := e.(*expr.Literal)
	return ok && l.Value == nil
}

// mustMatch refuses rows outside of a REPLACE WHERE condition.
func (w *insertRun) mustMatch(c *fn.Context, replace eval.Evaluator, b *vec.Batch) error {
	hit, err := eval.Filter(c, replace, b, b.Sel, nil)
	if err != nil {
		return err
	}
	if len(hit) < b.Rows() {
		return sparkerr.New("DELTA_REPLACE_WHERE_MISMATCH", "replaceWhere", w.insert.ReplaceText, "message", "some rows written do not satisfy it")
	}
	return nil
}

func attributeMap(from, to []*expr.Attribute) map[expr.AttributeID]expr.Expr {
	m := make(map[expr.AttributeID]expr.Expr, len(from))
	for i, a := range from {
		m[a.ID] = to[i]
	}
	return m
}

// removeOld takes out what the write replaces.
func (w *insertRun) removeOld() error {
	switch w.insert.Mode {
	case logical.InsertAppend:
		return nil
	case logical.InsertOverwrite:
		if len(w.insert.StaticPartition) > 0 {
			return w.deleteWhere(w.staticCondition())
		}
		w.tx.ReadWholeTable()
		return w.removeFiles(nil)
	case logical.InsertOverwritePartitions:
		dirs := map[string]bool{}
		for _, s := range w.out.idle {
			for _, f := range s.order {
				dirs[f.dir] = true
			}
		}
		w.tx.ReadWholeTable()
		return w.removeFiles(func(f *log.AddFile) bool { return dirs[log.PartitionDir(f.PartitionValues)] })
	case logical.InsertReplaceWhere:
		return w.deleteWhere(w.insert.Replace)
	}
	return sparkerr.Unsupported("REPLACE ON and REPLACE USING")
}

// staticCondition is the condition of a static PARTITION clause.
func (w *insertRun) staticCondition() expr.Expr {
	var all []expr.Expr
	for i, v := range w.insert.StaticPartition {
		all = append(all, &expr.Compare{Op: expr.EqNullSafe, Left: w.attrs[i], Right: v})
	}
	return expr.AndAll(all)
}

func (w *insertRun) removeFiles(which func(*log.AddFile) bool) error {
	for f, err := range w.snap.Files(w.env, which) {
		if err != nil {
			return err
		}
		w.out.remove(f)
	}
	return nil
}

// deleteWhere deletes the present rows that satisfy a condition, as DELETE does.
func (w *insertRun) deleteWhere(condition expr.Expr) error {
	w.merge.BySource = []logical.MergeClause{{Condition: condition, Action: plan.MergeDelete}}
	w.clauses = w.merge.BySource
	return w.changeFiles()
}

func (w *insertRun) commitWrite(opts WriteOptions) error {
	op := log.Operation{Name: opts.Operation, Parameters: opts.Parameters, UserMetadata: opts.UserMetadata}
	if op.Name == "" {
		op.Name, op.Parameters = "WRITE", w.parameters()
	}
	list := [][2]string{{"numFiles", "numTargetFilesAdded"}, {"numOutputRows", "numTargetRowsInserted"}, {"numOutputBytes", "numTargetBytesAdded"}}
	switch w.insert.Mode {
	case logical.InsertOverwrite, logical.InsertOverwritePartitions:
		list = append(list, [2]string{"numRemovedFiles", "numTargetFilesRemoved"}, [2]string{"numRemovedBytes", "numTargetBytesRemoved"})
	case logical.InsertReplaceWhere:
		list = append(list, [2]string{"numRemovedFiles", "numTargetFilesRemoved"}, [2]string{"numRemovedBytes", "numTargetBytesRemoved"},
			[2]string{"numDeletedRows", "numTargetRowsDeleted"}, [2]string{"numCopiedRows", "numTargetRowsCopied"}, [2]string{"numAddedChangeFiles", "numTargetChangeFilesAdded"})
	}
	op.Metrics = w.stats.named(list...)
	delete(op.Metrics, "executionTimeMs")
	if err := w.out.setSchema(); err != nil { // identity columns have new high-water marks
		return err
	}
	actions := w.out.actions()
	if opts.Txn != nil {
		actions = append(actions, opts.Txn)
	}
	if w.insert.NoDataChange {
		for _, a := range actions {
			switch a := a.(type) {
			case *log.AddFile:
				a.DataChange = false
			case *log.RemoveFile:
				a.DataChange = false
			}
		}
	}
	_, err := w.tx.Commit(w.env, actions, op)
	return err
}

// parameters are WRITE's.
func (w *insertRun) parameters() log.Params {
	mode := "Append"
	if w.insert.Mode != logical.InsertAppend {
		mode = "Overwrite"
	}
	p := log.Params{{Name: "mode", Value: mode}}
	if w.insert.Mode == logical.InsertOverwritePartitions {
		p = append(p, log.Param{Name: "isDynamicPartitionOverwrite", Value: true})
	}
	p = append(p, log.Param{Name: "partitionBy", Value: "[]"})
	if w.insert.Mode == logical.InsertReplaceWhere {
		p = append(p, log.Param{Name: "predicate", Value: w.insert.ReplaceText})
	}
	return p
}
