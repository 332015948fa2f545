package scan

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/conf"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/delta/log"
)

const hiveDefaultPartition = "__HIVE_DEFAULT_PARTITION__"

// foldersOf reads name=value folders from a path below the table.
func foldersOf(rel string) []folder {
	parts := strings.Split(strings.Trim(rel, "/"), "/")
	var out []folder
	for _, p := range parts[:len(parts)-1] {
		name, value, ok := strings.Cut(p, "=")
		if !ok || name == "" {
			continue
		}
		f := folder{column: unescape(name), text: unescape(value)}
		f.null = f.text == hiveDefaultPartition
		out = append(out, f)
	}
	return out
}

func unescape(s string) string {
	if u, err := url.PathUnescape(s); err == nil {
		return u
	}
	return s
}

// discover finds the partition columns, their types and every file's values.
func (t *Files) discover(r FilesRequest) error {
	if len(t.files) == 0 || len(t.files[0].folders) == 0 {
		return nil
	}
	first := t.files[0].folders
	for _, f := range t.files {
		if len(f.folders) != len(first) {
			return sparkerr.New("CONFLICTING_PARTITION_COLUMN_NAMES", "distinctPartColLists", "folders of different depth", "suspiciousPaths", f.store.URI(f.info.Key))
		}
	}
	for i := range first {
		field := types.StructField{Name: first[i].column, Nullable: true, Type: t.partitionType(i, r)}
		if r.Schema != nil {
			if f, _, ok := r.Schema.Field(field.Name); ok {
				field.Name, field.Metadata = f.Name, f.Metadata
			}
		}
		t.partitions.Fields = append(t.partitions.Fields, field)
	}
	zone, err := datetime.LoadZone(conf.SessionTimeZone.Get(r.Settings))
	if err != nil {
		return err
	}
	for _, f := range t.files {
		for i, p := range f.folders {
			v, err := log.ParsePartitionValue(p.text, p.null, t.partitions.Fields[i].Type, zone.Location())
			if err != nil {
				return err
			}
			f.values = append(f.values, v)
		}
	}
	return nil
}

// partitionType is the given type of a partition column, or the narrowest that all its texts have.
func (t *Files) partitionType(i int, r FilesRequest) types.DataType {
	if r.Schema != nil {
		if f, _, ok := r.Schema.Field(t.files[0].folders[i].column); ok {
			return f.Type
		}
	}
	if !conf.PartitionTypeInference.Get(r.Settings) {
		return types.String
	}
	var common types.DataType = types.Null
	for _, f := range t.files {
		p := f.folders[i]
		if !p.null {
			common = widerPartition(common, textType(p.text))
		}
	}
	if common.ID() == types.IDNull {
		return types.String
	}
	return common
}

// textType guesses the type of a folder's text: int, bigint, decimal are tried first, then double, date, timestamp, string.
func textType(s string) types.DataType {
	if _, err := strconv.ParseInt(s, 10, 32); err == nil {
		return types.Integer
	}
	if _, err := strconv.ParseInt(s, 10, 64); err == nil {
		return types.Long
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil && strings.IndexFunc(s, func(r rune) bool { return r > '9' && r != 'e' && r != 'E' }) < 0 {
		return types.Double
	}
	if _, ok := datetime.ParseDate(s); ok && len(s) == 10 {
		return types.Date
	}
	if _, ok := datetime.ParseTimestampNTZ(s); ok && len(s) >= 16 {
		return types.Timestamp
	}
	return types.String
}

func widerPartition(a, b types.DataType) types.DataType {
	order := []types.DataType{types.Null, types.Integer, types.Long, types.Double}
	rank := func(t types.DataType) int {
		for i, o := range order {
			if o.ID() == t.ID() {
				return i
			}
		}
		return -1
	}
	x, y := rank(a), rank(b)
	switch {
	case a.ID() == b.ID() || y == 0:
		return a
	case x == 0:
		return b
	case x > 0 && y > 0:
		return order[max(x, y)]
	case a.ID() == types.IDTimestamp && b.ID() == types.IDDate || a.ID() == types.IDDate && b.ID() == types.IDTimestamp:
		return types.Timestamp
	}
	return types.String
}
