package deltatable

import (
	"context"

	"github.com/flintlake/flintlake/dataframe"
	pb "github.com/flintlake/flintlake/proto"
)

// MergeBuilder collects the clauses of a MERGE. The clauses of a kind are tried in the order they were added; the first whose condition is
// true acts.
type MergeBuilder struct {
	table *DeltaTable
	merge *pb.MergeIntoTable
	err   error
}

// Counts is what a MERGE changed.
type Counts struct{ Affected, Updated, Deleted, Inserted int64 }

// Merge starts a MERGE of source into the table by a condition.
func (t *DeltaTable) Merge(source *dataframe.DataFrame, condition any) *MergeBuilder {
	c, err := dataframe.Expression(condition)
	if err == nil {
		err = source.Err()
	}
	return &MergeBuilder{table: t, merge: &pb.MergeIntoTable{Target: t.frame.Relation(), Source: source.Relation(), Condition: c}, err: err}
}

// action makes a clause; the condition is optional.
func (b *MergeBuilder) action(condition []any) *pb.MergeIntoTable_Action {
	a := &pb.MergeIntoTable_Action{}
	if len(condition) > 0 && condition[0] != nil {
		c, err := dataframe.Expression(condition[0])
		if err != nil {
			b.err = err
		}
		a.Condition = c
	}
	return a
}

func (b *MergeBuilder) set(s Set) []*pb.Assignment {
	list, err := s.assignments()
	if err != nil {
		b.err = err
	}
	return list
}

// WhenMatchedUpdate sets columns of matched rows; the condition is optional.
func (b *MergeBuilder) WhenMatchedUpdate(set Set, condition ...any) *MergeBuilder {
	a := b.action(condition)
	a.ActionType = &pb.MergeIntoTable_Action_UpdateAction_{UpdateAction: &pb.MergeIntoTable_Action_UpdateAction{Assignments: b.set(set)}}
	b.merge.MatchedActions = append(b.merge.MatchedActions, a)
	return b
}

// WhenMatchedUpdateAll sets every column of matched rows to the source's.
func (b *MergeBuilder) WhenMatchedUpdateAll(condition ...any) *MergeBuilder {
	a := b.action(condition)
	a.ActionType = &pb.MergeIntoTable_Action_UpdateStarAction_{UpdateStarAction: &pb.MergeIntoTable_Action_UpdateStarAction{}}
	b.merge.MatchedActions = append(b.merge.MatchedActions, a)
	return b
}

// WhenMatchedDelete deletes matched rows.
func (b *MergeBuilder) WhenMatchedDelete(condition ...any) *MergeBuilder {
	a := b.action(condition)
	a.ActionType = &pb.MergeIntoTable_Action_DeleteAction_{DeleteAction: &pb.MergeIntoTable_Action_DeleteAction{}}
	b.merge.MatchedActions = append(b.merge.MatchedActions, a)
	return b
}

// WhenNotMatchedInsert inserts source rows that match nothing.
func (b *MergeBuilder) WhenNotMatchedInsert(values Set, condition ...any) *MergeBuilder {
	a := b.action(condition)
	a.ActionType = &pb.MergeIntoTable_Action_InsertAction_{InsertAction: &pb.MergeIntoTable_Action_InsertAction{Assignments: b.set(values)}}
	b.merge.NotMatchedActions = append(b.merge.NotMatchedActions, a)
	return b
}

// WhenNotMatchedInsertAll inserts them with all columns.
func (b *MergeBuilder) WhenNotMatchedInsertAll(condition ...any) *MergeBuilder {
	a := b.action(condition)
	a.ActionType = &pb.MergeIntoTable_Action_InsertStarAction_{InsertStarAction: &pb.MergeIntoTable_Action_InsertStarAction{}}
	b.merge.NotMatchedActions = append(b.merge.NotMatchedActions, a)
	return b
}

// WhenNotMatchedBySourceUpdate sets columns of table rows that no source row matches.
func (b *MergeBuilder) WhenNotMatchedBySourceUpdate(set Set, condition ...any) *MergeBuilder {
	a := b.action(condition)
	a.ActionType = &pb.MergeIntoTable_Action_UpdateAction_{UpdateAction: &pb.MergeIntoTable_Action_UpdateAction{Assignments: b.set(set)}}
	b.merge.NotMatchedBySourceActions = append(b.merge.NotMatchedBySourceActions, a)
	return b
}

// WhenNotMatchedBySourceDelete deletes them.
func (b *MergeBuilder) WhenNotMatchedBySourceDelete(condition ...any) *MergeBuilder {
	a := b.action(condition)
	a.ActionType = &pb.MergeIntoTable_Action_DeleteAction_{DeleteAction: &pb.MergeIntoTable_Action_DeleteAction{}}
	b.merge.NotMatchedBySourceActions = append(b.merge.NotMatchedBySourceActions, a)
	return b
}

// WithSchemaEvolution adds columns to the table that the source brings.
func (b *MergeBuilder) WithSchemaEvolution() *MergeBuilder {
	yes := true
	b.merge.WithSchemaEvolution = &yes
	return b
}

// Execute runs the MERGE as one commit.
func (b *MergeBuilder) Execute(ctx context.Context) (Counts, error) {
	row, ok, err := b.table.spark.DeltaRelation(&pb.DeltaRelation{RelationType: &pb.DeltaRelation_MergeIntoTable{MergeIntoTable: b.merge}}, b.err).First(ctx)
	if err != nil || !ok {
		return Counts{}, err
	}
	n := func(i int) int64 { v, _ := row.Get(i).(int64); return v }
	return Counts{n(0), n(1), n(2), n(3)}, nil
}
