package log

import (
	"context"

	"github.com/flintlake/flintlake/internal/delta/dv"
)

// IndependentRows declares that the operation decides about each row by looking at that row alone: DELETE and UPDATE without subqueries. Then a
// commit that only marked other rows of a file as deleted does not stand in its way: the deletion vectors are united and the
// commit goes on, where Delta would fail. Operations whose result for one row depends on others (MERGE with inserts) must not declare it.
func (x *Transaction) IndependentRows() { x.independent = true }

// marking is a change of one file's deletion vector within a commit.
type marking struct {
	remove *RemoveFile
	add    *AddFile
}

// markings are the files that a commit takes out and puts in again under another deletion vector.
func markings(removes []*RemoveFile, adds []*AddFile) map[string]marking {
	m := map[string]marking{}
	for _, r := range removes {
		m[r.Path] = marking{remove: r}
	}
	for _, a := range adds {
		if p, ok := m[a.Path]; ok {
			p.add = a
			m[a.Path] = p
		}
	}
	for path, p := range m {
		if p.add == nil {
			delete(m, path)
		}
	}
	return m
}

// rebase moves the own changes of deletion vectors on top of those of a winner, where both touch different rows. The winner's files that
// thereby stand in nobody's way are left out of the checks of files.
func (a *attempt) rebase(ctx context.Context, w *Commit) error {
	a.settled = nil
	if !a.independent {
		return nil
	}
	theirs := markings(pointers(w.Removes), pointers(w.Adds))
	if len(theirs) == 0 {
		return nil
	}
	var removes []*RemoveFile
	var adds []*AddFile
	for _, action := range a.actions {
		switch action := action.(type) {
		case *RemoveFile:
			removes = append(removes, action)
		case *AddFile:
			adds = append(adds, action)
		}
	}
	own := markings(removes, adds)
	touched := map[string]bool{}
	for _, r := range removes {
		touched[r.Path] = true
	}
	a.settled = map[string]bool{}
	out := dv.NewWriter()
	for path, t := range theirs {
		o, both := own[path]
		if touched[path] && !both {
			continue // we take the whole file out: a conflict
		}
		settled, err := a.settle(ctx, o, t, out)
		if err != nil {
			return err
		}
		a.settled[path] = settled
	}
	return out.Commit(ctx, a.table.store, a.table.root)
}

func pointers[T any](l []T) []*T {
	p := make([]*T, len(l))
	for i := range l {
		p[i] = &l[i]
	}
	return p
}

// settle decides about one file whose rows the winner has marked. It is settled when the winner took no row back and, if we mark rows too,
// these are others; then our marking is put on top of the winner's.
func (a *attempt) settle(ctx context.Context, own, theirs marking, out *dv.Writer) (bool, error) {
	before, err := dv.Load(ctx, a.table.Locate, theirs.remove.DeletionVector)
	if err != nil {
		return false, err
	}
	after, err := dv.Load(ctx, a.table.Locate, theirs.add.DeletionVector)
	if err != nil {
		return false, err
	}
	back := before.Clone()
	back.AndNot(after)
	if back.Len() > 0 {
		return false, nil
	}
	if own.add == nil {
		return true, nil
	}
	if !own.remove.DeletionVector.Equal(theirs.remove.DeletionVector) {
		return false, nil
	}
	mine, err := dv.Load(ctx, a.table.Locate, own.add.DeletionVector)
	if err != nil {
		return false, err
	}
	fresh := mine.Clone()
	fresh.AndNot(before)
	if fresh.Intersects(after) {
		return false, nil
	}
	fresh.Or(after)
	d, err := out.Append(fresh)
	if err != nil {
		return false, err
	}
	a.replace(own, theirs, d)
	return true, nil
}

// replace puts the united vector into the actions to commit. The caller's actions stay as they are.
func (a *attempt) replace(own, theirs marking, d *dv.Descriptor) {
	actions := make([]Action, len(a.actions))
	for i, action := range a.actions {
		switch action {
		case Action(own.remove):
			stamp := int64(0)
			if own.remove.DeletionTimestamp != nil {
				stamp = *own.remove.DeletionTimestamp
			}
			action = theirs.add.Remove(stamp, own.remove.DataChange)
		case Action(own.add):
			add := *own.add
			add.DeletionVector = d
			action = &add
		}
		actions[i] = action
	}
	a.actions = actions
}
