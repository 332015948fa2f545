// Package deltatable changes Delta tables, as delta.tables.DeltaTable does in Python.
//
//	err := deltatable.ForPath(spark, path).As("t").
//		Merge(updates.As("s"), "t.id = s.id").
//		WhenMatchedUpdateAll().
//		WhenNotMatchedInsertAll().
//		Execute(ctx)
//
// Conditions and values are SQL text or *dataframe.Column; other Go values are constants. Builders keep what is wrong and Execute returns it. Every
// command is one atomic commit: a failed one leaves the table as it was.
package deltatable

import (
	"context"
	"sort"

	"github.com/flintlake/flintlake/dataframe"
	pb "github.com/flintlake/flintlake/proto"
)

// DeltaTable is a Delta table by path or name.
type DeltaTable struct {
	spark *dataframe.SparkSession
	table *pb.DeltaTable
	frame *dataframe.DataFrame
}

// ForPath is the table in a folder.
func ForPath(spark *dataframe.SparkSession, path string) *DeltaTable {
	return newTable(spark, &pb.DeltaTable{AccessType: &pb.DeltaTable_Path_{Path: &pb.DeltaTable_Path{Path: path}}})
}

// ForName is a table of the catalog.
func ForName(spark *dataframe.SparkSession, name string) *DeltaTable {
	return newTable(spark, &pb.DeltaTable{AccessType: &pb.DeltaTable_TableOrViewName{TableOrViewName: name}})
}

func newTable(spark *dataframe.SparkSession, t *pb.DeltaTable) *DeltaTable {
	return &DeltaTable{spark: spark, table: t, frame: spark.DeltaRelation(&pb.DeltaRelation{RelationType: &pb.DeltaRelation_Scan{Scan: &pb.Scan{Table: t}}}, nil)}
}

// IsDeltaTable tells whether a folder holds a Delta table.
func IsDeltaTable(ctx context.Context, spark *dataframe.SparkSession, path string) (bool, error) {
	row, ok, err := spark.DeltaRelation(&pb.DeltaRelation{RelationType: &pb.DeltaRelation_IsDeltaTable{IsDeltaTable: &pb.IsDeltaTable{Path: path}}}, nil).First(ctx)
	if err != nil || !ok {
		return false, err
	}
	is, _ := row.Get(0).(bool)
	return is, nil
}

// As names the table in conditions and values.
func (t *DeltaTable) As(alias string) *DeltaTable {
	n := *t
	n.frame = t.frame.As(alias)
	return &n
}

// ToDF is the table's rows.
func (t *DeltaTable) ToDF() *dataframe.DataFrame { return t.frame }

// Set gives columns new values: SQL text or *dataframe.Column by column name.
type Set map[string]any

func (s Set) assignments() ([]*pb.Assignment, error) {
	names := make([]string, 0, len(s))
	for n := range s {
		names = append(names, n)
	}
	sort.Strings(names)
	out := make([]*pb.Assignment, len(names))
	for i, n := range names {
		field, err := dataframe.Expression(n)
		if err != nil {
			return nil, err
		}
		value, err := dataframe.Expression(s[n])
		if err != nil {
			return nil, err
		}
		out[i] = &pb.Assignment{Field: field, Value: value}
	}
	return out, nil
}

// Delete removes the rows that satisfy a condition; nil removes all. It returns their number.
func (t *DeltaTable) Delete(ctx context.Context, condition any) (int64, error) {
	d := &pb.DeleteFromTable{Target: t.frame.Relation()}
	var err error
	if condition != nil {
		d.Condition, err = dataframe.Expression(condition)
	}
	return t.affected(ctx, &pb.DeltaRelation{RelationType: &pb.DeltaRelation_DeleteFromTable{DeleteFromTable: d}}, err)
}

// Update changes the rows that satisfy a condition; nil changes all. It returns their number.
func (t *DeltaTable) Update(ctx context.Context, condition any, set Set) (int64, error) {
	u := &pb.UpdateTable{Target: t.frame.Relation()}
	var err error
	if condition != nil {
		if u.Condition, err = dataframe.Expression(condition); err != nil {
			return 0, err
		}
	}
	u.Assignments, err = set.assignments()
	return t.affected(ctx, &pb.DeltaRelation{RelationType: &pb.DeltaRelation_UpdateTable{UpdateTable: u}}, err)
}

func (t *DeltaTable) affected(ctx context.Context, r *pb.DeltaRelation, err error) (int64, error) {
	row, ok, err := t.spark.DeltaRelation(r, err).First(ctx)
	if err != nil || !ok {
		return 0, err
	}
	n, _ := row.Get(0).(int64)
	return n, nil
}

// History is the newest versions first, at most limit (0: all).
func (t *DeltaTable) History(limit int) *dataframe.DataFrame {
	h := t.spark.DeltaRelation(&pb.DeltaRelation{RelationType: &pb.DeltaRelation_DescribeHistory{DescribeHistory: &pb.DescribeHistory{Table: t.table}}}, nil)
	if limit > 0 {
		h = h.Limit(limit)
	}
	return h
}

// Detail is one row about the table: format, location, size, properties.
func (t *DeltaTable) Detail() *dataframe.DataFrame {
	return t.spark.DeltaRelation(&pb.DeltaRelation{RelationType: &pb.DeltaRelation_DescribeDetail{DescribeDetail: &pb.DescribeDetail{Table: t.table}}}, nil)
}

// RestoreToVersion makes an earlier version the newest.
func (t *DeltaTable) RestoreToVersion(version int64) *dataframe.DataFrame {
	return t.spark.DeltaRelation(&pb.DeltaRelation{RelationType: &pb.DeltaRelation_RestoreTable{RestoreTable: &pb.RestoreTable{
		Table: t.table, VersionOrTimestamp: &pb.RestoreTable_Version{Version: version}}}}, nil)
}
