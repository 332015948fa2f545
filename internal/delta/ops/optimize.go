package ops

import (
	"cmp"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/scan"
	"github.com/flintlake/flintlake/internal/vec"
	"golang.org/x/sync/errgroup"
)

// Rearrange says how OPTIMIZE and REORG rewrite files.
type Rearrange struct {
	Where  expr.Expr // over partition columns only; nil: all partitions
	ZOrder []string
	// Purge rewrites only files with deletion vectors (REORG … APPLY (PURGE)).
	Purge bool
	// FileBytesMin and FileBytesMax: smaller files are joined, up to files of about the greater size.
	FileBytesMin, FileBytesMax int64
}

// Rearranged is what Optimize did.
type Rearranged struct {
	FilesAdded, FilesRemoved, BytesAdded, BytesRemoved int64
	Bins, Partitions, Considered, Skipped              int64
	VectorsRemoved                                     int64
	Added, Removed                                     []int64 // sizes
}

// Optimize rewrites files without changing rows: small ones are joined, rows that deletion vectors name are left out, and with ZOrder the
// rows of a partition are ordered along a space-filling curve.
func Optimize(env *Env, goal logical.Target, how Rearrange) (Rearranged, error) {
	t, err := begin(env, goal)
	if err != nil {
		return Rearranged{}, err
	}
	t.cdf = false // rows do not change
	o := &rearrangement{mergeRun: &mergeRun{target: t, merge: &logical.Merge{Target: goal}, stats: newMetrics(), source: &source{}}, how: how}
	o.out = newOutput(t, o.stats)
	o.out.checks = &checks{env: env}
	if err := o.run(); err != nil {
		o.out.abort()
		return Rearranged{}, err
	}
	return o.result, nil
}

type rearrangement struct {
	*mergeRun
	how    Rearrange
	result Rearranged
	order  []int // ordinals of the Z-order columns
}

func (o *rearrangement) run() error {
	if err := o.resolveOrder(); err != nil {
		return err
	}
	bins, err := o.bins()
	if err != nil || len(bins) == 0 {
		return err
	}
	group, _ := errgroup.WithContext(o.env.Context)
	group.SetLimit(max(1, o.env.Threads))
	for _, bin := range bins {
		group.Go(safely(func() error { return o.rewrite(bin) }))
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := o.out.close(); err != nil {
		return err
	}
	return o.commitRearranged(int64(len(bins)))
}

func (o *rearrangement) resolveOrder() error {
	for _, name := range o.how.ZOrder {
		f, i, ok := o.schema.Field(name)
		switch {
		case !ok:
			return sparkerr.New("DELTA_ZORDERING_COLUMN_DOES_NOT_EXIST", "columnName", name)
		case o.metadata().IsPartitionColumn(f.Name):
			return sparkerr.New("DELTA_ZORDERING_ON_PARTITION_COLUMN", "colName", name)
		case !types.IsOrderable(f.Type):
			return sparkerr.Unsupported("ZORDER BY a column of type " + f.Type.SimpleString())
		}
		o.order = append(o.order, i)
	}
	return nil
}

// bins are the groups of files that are rewritten together, each within one partition.
func (o *rearrangement) bins() ([][]*log.AddFile, error) {
	for id := range referencesOf(o.how.Where) {
		for _, a := range o.attrs {
			if a.ID == id && !o.metadata().IsPartitionColumn(a.Name) {
				return nil, sparkerr.New("DELTA_NON_PARTITION_COLUMN_REFERENCE", "columnName", a.Name, "columnList", strings.Join(o.metadata().PartitionColumns, ", "))
			}
		}
	}
	var where []expr.Expr
	if o.how.Where != nil {
		where = append(where, o.how.Where)
	}
	skipping := o.snap.SkippingIn(expr.AndAll(where), o.attrs, o.env.Context.Env)
	o.tx.ReadMatching(skipping.Partitions())
	byPartition := map[string][]*log.AddFile{}
	for f, err := range o.snap.Files(o.env, skipping.MayMatch) {
		if err != nil {
			return nil, err
		}
		o.result.Considered++
		if o.wants(f) {
			dir := log.PartitionDir(f.PartitionValues)
			byPartition[dir] = append(byPartition[dir], f)
		}
	}
	var bins [][]*log.AddFile
	for _, dir := range sortedKeys(byPartition) {
		before := len(bins)
		bins = append(bins, o.pack(byPartition[dir])...)
		if len(bins) > before {
			o.result.Partitions++
		}
	}
	for _, b := range bins {
		o.tx.ReadFiles(b...)
		o.result.Skipped -= int64(len(b))
	}
	o.result.Skipped += o.result.Considered
	return bins, nil
}

func referencesOf(e expr.Expr) map[expr.AttributeID]bool {
	if e == nil {
		return nil
	}
	return expr.References(e)
}

func sortedKeys[T any](m map[string]T) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// deletedShareMax is the share of deleted rows from which a file of any size is rewritten (spark.databricks.delta.optimize.maxDeletedRowsRatio).
const deletedShareMax = 0.05

// wants tells whether a file is a candidate.
func (o *rearrangement) wants(f *log.AddFile) bool {
	switch {
	case o.how.Purge:
		return f.DeletionVector != nil
	case len(o.order) > 0 || f.Size < o.how.FileBytesMin:
		return true
	case f.DeletionVector != nil:
		n, ok := f.NumRecords()
		return ok && float64(f.DeletionVector.Cardinality) > deletedShareMax*float64(n)
	}
	return false
}

// pack groups the files of one partition into files of about FileBytesMax. A file alone stays as it is unless it has deleted rows.
func (o *rearrangement) pack(files []*log.AddFile) [][]*log.AddFile {
	if len(o.order) > 0 {
		return [][]*log.AddFile{files}
	}
	slices.SortFunc(files, func(a, b *log.AddFile) int { return cmp.Or(cmp.Compare(a.Size, b.Size), cmp.Compare(a.Path, b.Path)) })
	var all, kept [][]*log.AddFile
	bytes := int64(0)
	for _, f := range files {
		if len(all) == 0 || bytes+f.Size > o.how.FileBytesMax {
			all, bytes = append(all, nil), 0
		}
		all[len(all)-1] = append(all[len(all)-1], f)
		bytes += f.Size
	}
	for _, b := range all {
		if len(b) > 1 || b[0].DeletionVector != nil {
			kept = append(kept, b)
		}
	}
	return kept
}

// rewrite writes the live rows of some files to new ones.
func (o *rearrangement) rewrite(files []*log.AddFile) error {
	sink := o.out.file(files[0].PartitionValues)
	err := o.copyRows(sink, files)
	if err == nil {
		err = sink.finish()
	}
	if err != nil {
		sink.abort()
		return err
	}
	for _, f := range files {
		o.out.remove(f)
	}
	return nil
}

func (o *rearrangement) copyRows(sink *fileSink, files []*log.AddFile) error {
	if len(o.order) > 0 {
		return o.copyOrdered(sink, files)
	}
	return o.eachBatch(files, func(b *vec.Batch) error {
		c := o.env.context()
		defer c.Release()
		c.Keep(b)
		out := batchOf(c, b.Len, b.Cols)
		out.Sel = b.Sel
		return sink.write(out)
	})
}

func (o *rearrangement) eachBatch(files []*log.AddFile, f func(*vec.Batch) error) error {
	for _, file := range files {
		in, err := o.table.OpenFile(o.env.Context, file, allOrdinals(len(o.attrs)), scan.FileOptions{})
		if err != nil {
			return err
		}
		err = eachBatchOf(in, f)
		in.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func eachBatchOf(in *scan.FileReader, f func(*vec.Batch) error) error {
	for {
		b, _, err := in.Next()
		if err != nil || b == nil {
			return err
		}
		err = f(b)
		b.Release()
		if err != nil {
			return err
		}
	}
}

// memoryPerByte is how much larger rows are in memory than in files, about.
const memoryPerByte = 6

// copyOrdered brings the rows into Z-order. They are held in memory: Z-ordering more than the memory holds is refused.
func (o *rearrangement) copyOrdered(sink *fileSink, files []*log.AddFile) error {
	var bytes int64
	for _, f := range files {
		bytes += f.Size * memoryPerByte
	}
	if !o.env.Alloc.Reserve(bytes) {
		return sparkerr.Unsupported("ZORDER BY of a partition that does not fit into memory; raise spark.flintlake.memory")
	}
	defer o.env.Alloc.Unreserve(bytes)
	c := o.env.context()
	defer c.Release()
	parts := make([][]*vec.Vector, len(o.attrs))
	rows := 0
	err := o.eachBatch(files, func(b *vec.Batch) error {
		c.Keep(b)
		sel := vec.SelOrAll(b.Sel, b.Len)
		for i, v := range b.Cols {
			parts[i] = append(parts[i], vec.Gather(c.Arena, v, sel))
		}
		rows += len(sel)
		return nil
	})
	if err != nil {
		return err
	}
	cols := make([]*vec.Vector, len(parts))
	for i, p := range parts {
		cols[i] = vec.Concat(c.Arena, o.attrs[i].DataType, p...)
	}
	keys := make([]*vec.Vector, len(o.order))
	for i, k := range o.order {
		keys[i] = cols[k]
	}
	order := zOrder(keys, rows)
	for start := 0; start < rows; start += vec.BatchRows {
		some := order[start:min(start+vec.BatchRows, rows)]
		part := o.env.context()
		part.Keep(c.Arena)
		out := make([]*vec.Vector, len(cols))
		for i, v := range cols {
			out[i] = vec.Gather(part.Arena, v, some)
		}
		err := sink.write(batchOf(part, len(some), out))
		part.Release()
		if err != nil {
			return err
		}
	}
	return nil
}

// zOrder is the order of rows by the interleaved bits of their ranks in each key. Ranks, not values: the curve then has no regard to how
// values are spread.
func zOrder(keys []*vec.Vector, n int) vec.Sel {
	if n == 0 {
		return nil
	}
	codes := make([]uint64, n)
	width := min(64/len(keys), max(1, bits.Len(uint(n-1))))
	for k, key := range keys {
		order := vec.NewComparer(key.Type)
		sorted := slices.Clone(vec.Sel(vec.All(n)))
		slices.SortStableFunc(sorted, func(a, b int32) int { return order(key, int(a), key, int(b)) })
		rank := 0
		for i, row := range sorted {
			if i > 0 && order(key, int(sorted[i-1]), key, int(row)) != 0 {
				rank = i
			}
			scaled := uint64(rank) << 32 / uint64(n) << max(0, width-32) >> max(0, 32-width)
			for b := range width {
				codes[row] |= scaled >> b & 1 << (b*len(keys) + len(keys) - 1 - k)
			}
		}
	}
	out := slices.Clone(vec.Sel(vec.All(n)))
	slices.SortStableFunc(out, func(a, b int32) int { return cmp.Compare(codes[a], codes[b]) })
	return out
}

func (o *rearrangement) commitRearranged(bins int64) error {
	r := &o.result
	r.Bins = bins
	actions := o.out.actions()
	for _, a := range actions {
		switch a := a.(type) {
		case *log.AddFile:
			a.DataChange = false
			r.Added = append(r.Added, a.Size)
		case *log.RemoveFile:
			a.DataChange = false
			if a.Size != nil {
				r.Removed = append(r.Removed, *a.Size)
			}
		}
	}
	slices.Sort(r.Added)
	slices.Sort(r.Removed)
	r.FilesAdded, r.FilesRemoved = o.stats.get("numTargetFilesAdded"), o.stats.get("numTargetFilesRemoved")
	r.BytesAdded, r.BytesRemoved = o.stats.get("numTargetBytesAdded"), o.stats.get("numTargetBytesRemoved")
	r.VectorsRemoved = o.stats.get("numTargetDeletionVectorsRemoved")
	op := log.Operation{Name: "OPTIMIZE"}
	predicate := jsonText([]string{})
	if o.how.Where != nil {
		predicate = jsonText([]string{unboundText(o.how.Where)})
	}
	op.Parameters = log.Params{{Name: "predicate", Value: predicate}}
	if o.how.Purge {
		op.Name = "REORG"
		op.Parameters = append(op.Parameters, log.Param{Name: "applyPurge", Value: true})
	} else {
		op.Parameters = append(op.Parameters, log.Param{Name: "zOrderBy", Value: jsonText(append([]string{}, o.how.ZOrder...))},
			log.Param{Name: "clusterBy", Value: "[]"}, log.Param{Name: "auto", Value: false})
	}
	op.Metrics = o.stats.named([2]string{"numAddedFiles", "numTargetFilesAdded"}, [2]string{"numRemovedFiles", "numTargetFilesRemoved"},
		[2]string{"numAddedBytes", "numTargetBytesAdded"}, [2]string{"numRemovedBytes", "numTargetBytesRemoved"},
		[2]string{"numDeletionVectorsRemoved", "numTargetDeletionVectorsRemoved"})
	delete(op.Metrics, "executionTimeMs")
	for name, share := range map[string]int{"minFileSize": 0, "p25FileSize": 25, "p50FileSize": 50, "p75FileSize": 75, "maxFileSize": 100} {
		size := int64(0)
		if n := len(r.Added); n > 0 {
			size = r.Added[min(n*share/100, n-1)]
		}
		op.Metrics[name] = formatInt(size)
	}
	_, err := o.tx.Commit(o.env, actions, op)
	return err
}

var attributeID = regexp.MustCompile(`(\w+)#\d+L?`)

// unboundText shows a condition as Catalyst does before names are resolved, which is when OPTIMIZE writes it down.
func unboundText(e expr.Expr) string { return attributeID.ReplaceAllString(expr.Text(e), "'$1") }
