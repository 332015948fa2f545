package ops

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/scan"
	"github.com/google/uuid"
)

// NewTable describes a table to create, or to put in the place of one.
type NewTable struct {
	Log *log.Table
	// Replaced is the present version of a table that is replaced; nil creates one.
	Replaced    *log.Snapshot
	Schema      types.StructType
	PartitionBy []string
	ClusterBy   []string
	Comment     string
	Properties  map[string]string
	// Input gives the first rows, aligned with Schema; nil for none.
	Input        logical.Node
	Operation    string
	Params       log.Params
	UserMetadata string
	Txn          *log.SetTransaction
}

// Create makes the table, with its first rows, in one commit.
func Create(env *Env, n NewTable) (Counts, error) {
	meta, schema, err := n.metadata(env)
	if err != nil {
		return Counts{}, err
	}
	goal := logical.Target{Schema: schema}
	for _, f := range schema.Fields {
		goal.Written = append(goal.Written, expr.NewAttribute(f.Name, f.Type, f.Nullable))
	}
	t := &target{env: env, log: n.Log, snap: n.Replaced, tx: n.Log.Begin(n.Replaced), now: env.Now.UnixMilli(), schema: schema, goal: goal}
	if n.Replaced != nil {
		goal.Attrs = goal.Written
		if t.table, err = scan.NewDelta(n.Replaced, scan.DeltaOptions{}); err != nil {
			return Counts{}, err
		}
	}
	if err := t.tx.SetMetadata(meta); err != nil {
		return Counts{}, err
	}
	mode := logical.InsertAppend
	if n.Replaced != nil {
		mode = logical.InsertOverwrite
	}
	in := &logical.Insert{Target: goal, Input: n.Input, Mode: mode}
	return insertInto(t, in, WriteOptions{Operation: n.Operation, Parameters: n.Params, UserMetadata: n.UserMetadata, Txn: n.Txn})
}

// metadata is the metaData action of the table, and its schema as stored (with column mapping assigned).
func (n *NewTable) metadata(env *Env) (*log.Metadata, types.StructType, error) {
	schema := n.Schema
	for i, f := range schema.Fields {
		for _, g := range schema.Fields[:i] {
			if strings.EqualFold(f.Name, g.Name) {
				return nil, schema, sparkerr.New("DELTA_DUPLICATE_COLUMNS_FOUND", "coltype", "the table schema", "duplicateCols", strings.ToLower(f.Name))
			}
		}
	}
	created := env.Now.UnixMilli()
	m := &log.Metadata{ID: uuid.NewString(), Provider: "parquet", Description: n.Comment, PartitionColumns: []string{}, Configuration: map[string]string{}, CreatedTime: &created}
	maps.Copy(m.Configuration, n.Properties)
	for _, p := range n.PartitionBy {
		f, _, ok := schema.Field(p)
		if !ok {
			return nil, schema, sparkerr.New("COLUMN_NOT_DEFINED_IN_TABLE", "colType", "partition", "colName", sparkerr.QuoteID(p), "tableName", sparkerr.QuoteID(n.Log.Name()), "tableCols", quotedNames(schema))
		}
		m.PartitionColumns = append(m.PartitionColumns, f.Name)
	}
	if len(m.PartitionColumns) > 0 && len(m.PartitionColumns) == len(schema.Fields) {
		return nil, schema, sparkerr.New("ALL_PARTITION_COLUMNS_NOT_ALLOWED")
	}
	if len(n.ClusterBy) > 0 {
		return nil, schema, sparkerr.Unsupported("CLUSTER BY")
	}
	if mode := m.ColumnMappingMode(); mode != "none" {
		next := int64(0)
		schema = assignMapping(schema, &next)
		m.Configuration["delta.columnMapping.maxColumnId"] = strconv.FormatInt(next, 10)
	} else if bad := strings.IndexFunc(strings.Join(fieldNames(schema), ""), func(r rune) bool { return strings.ContainsRune(" ,;{}()\n\t=", r) }); bad >= 0 {
		var invalid []string
		for _, name := range fieldNames(schema) {
			if strings.ContainsAny(name, " ,;{}()\n\t=") {
				invalid = append(invalid, name)
			}
		}
		return nil, schema, sparkerr.New("DELTA_INVALID_CHARACTERS_IN_COLUMN_NAMES", "invalidColumnNames", strings.Join(invalid, ", "))
	}
	m.SchemaString = types.JSON(schema)
	return m, schema, nil
}

func quotedNames(s types.StructType) string {
	var l []string
	for _, f := range s.Fields {
		l = append(l, sparkerr.QuoteID(f.Name))
	}
	return strings.Join(l, ", ")
}

// fieldNames lists the names of all fields, nested ones too.
func fieldNames(t types.DataType) []string {
	var out []string
	switch t := t.(type) {
	case types.StructType:
		for _, f := range t.Fields {
			out = append(append(out, f.Name), fieldNames(f.Type)...)
		}
	case types.ArrayType:
		out = fieldNames(t.Element)
	case types.MapType:
		out = append(fieldNames(t.Key), fieldNames(t.Value)...)
	}
	return out
}

// assignMapping gives every field without one a column id and a physical name (Delta protocol, Column Mapping).
func assignMapping(s types.StructType, next *int64) types.StructType {
	out := types.StructType{Fields: slices.Clone(s.Fields)}
	for i := range out.Fields {
		f := &out.Fields[i]
		f.Metadata = maps.Clone(f.Metadata)
		if f.Metadata == nil {
			f.Metadata = map[string]any{}
		}
		if _, ok := metadataInt(f.Metadata, "delta.columnMapping.id"); !ok {
			*next++
			f.Metadata["delta.columnMapping.id"] = *next
			f.Metadata["delta.columnMapping.physicalName"] = fmt.Sprintf("col-%s", uuid.NewString())
		}
		f.Type = assignInside(f.Type, next)
	}
	return out
}

func assignInside(t types.DataType, next *int64) types.DataType {
	switch t := t.(type) {
	case types.StructType:
		return assignMapping(t, next)
	case types.ArrayType:
		t.Element = assignInside(t.Element, next)
		return t
	case types.MapType:
		t.Key, t.Value = assignInside(t.Key, next), assignInside(t.Value, next)
		return t
	}
	return t
}
