package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
)

// contentTexts is every row as text, its columns in the order of another schema, sorted.
func contentTexts(t *table, order types.StructType) []string {
	at := make([]int, len(order.Fields))
	for i, f := range order.Fields {
		at[i] = slices.IndexFunc(t.schema.Fields, func(g types.StructField) bool { return strings.EqualFold(f.Name, g.Name) })
	}
	out := make([]string, len(t.rows))
	for i, r := range t.rows {
		var b strings.Builder
		for k, c := range at {
			if k > 0 {
				b.WriteByte('|')
			}
			if c >= 0 {
				b.WriteString(contentText(r[c], t.schema.Fields[c].Type))
			}
		}
		out[i] = b.String()
	}
	slices.Sort(out)
	return out
}

// contentText is a value for comparing tables: variants by what they say, since one value has many encodings.
func contentText(v any, t types.DataType) string {
	if x, ok := v.(types.VariantValue); ok {
		return variantJSON(x)
	}
	return vectorText(v, t)
}

var (
	computedRows    = regexp.MustCompile(`\brows=(\d+) at v\d+`)
	computedContent = regexp.MustCompile(`content \(computed\): (\[.*\])`)
)

// sentence checks what the index says of the newest version in words: its number of rows and, when all cells are plain, its content.
func (g *golden) sentence(e *engine, place string) *difference {
	got, err := e.load("delta", place, nil, nil, "")
	if err != nil {
		return unexpected(err)
	}
	if m := computedRows.FindStringSubmatch(g.expected); m != nil && m[1] != strconv.Itoa(len(got.rows)) {
		return differs("row count", "wanted %s, found %d", m[1], len(got.rows))
	}
	m := computedContent.FindStringSubmatch(g.expected)
	if m == nil {
		return nil
	}
	var rows []map[string]any
	if err := decode([]byte(m[1]), &rows); err != nil {
		return nil // shortened text
	}
	return samePlain(rows, got)
}

// samePlain compares the columns whose cells are all numbers, texts, booleans and nulls on both sides.
func samePlain(rows []map[string]any, got *table) *difference {
	var want, have []string
	for _, r := range rows {
		want = append(want, plainRow(got.schema, func(f types.StructField) any { return r[f.Name] }))
	}
	for _, r := range got.rows {
		i := -1
		have = append(have, plainRow(got.schema, func(f types.StructField) any {
			i++
			if r[i] == nil {
				return nil
			}
			return plainCell(r[i], f.Type)
		}))
	}
	slices.Sort(want)
	slices.Sort(have)
	return firstDifference(want, have)
}

// plainRow joins the cells of columns whose types read alike in every tool.
func plainRow(schema types.StructType, cell func(types.StructField) any) string {
	var b strings.Builder
	for _, f := range schema.Fields {
		v := cell(f)
		switch f.Type.ID() {
		case types.IDByte, types.IDShort, types.IDInteger, types.IDLong, types.IDString, types.IDBoolean, types.IDDate:
			if v == nil {
				b.WriteString("null|")
			} else {
				fmt.Fprintf(&b, "%s|", textOf(v))
			}
		}
	}
	return b.String()
}

// parquetFolder is the row for the shredded variants: cases with an expected variant or an error.
func (g *golden) parquetFolder(e *engine, place string) *difference {
	data, err := os.ReadFile(filepath.Join(place, "cases.json"))
	if err != nil {
		return nil // values without a file format: nothing for an engine to read
	}
	var cases []struct {
		Number       int    `json:"case_number"`
		File         string `json:"parquet_file"`
		ErrorMessage string `json:"error_message"`
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		return differs("record", "%v", err)
	}
	for _, c := range cases {
		if c.File == "" {
			continue
		}
		_, err := e.load("parquet", filepath.Join(place, c.File), nil, nil, "")
		d := refusal(err, c.ErrorMessage != "")
		if c.ErrorMessage == "" && err != nil {
			d = unexpected(err)
		}
		if d != nil {
			d.detail = c.File + ": " + d.detail
			return d
		}
	}
	return nil
}
