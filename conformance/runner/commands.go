package main

import (
	"encoding/json"
	"errors"
	"strings"
)

// commandCase is a document of oracle/delta/commands: steps and their answers.
type commandCase struct {
	ID      string            `json:"id"`
	Group   string            `json:"group"`
	Title   string            `json:"title"`
	Conf    map[string]string `json:"conf"`
	Steps   []map[string]any  `json:"steps"`
	Answers []json.RawMessage `json:"answers"`
}

// loadCommands leaves out documents with steps of the DataFrame or DeltaTable API (op chain): the wheel runs them.
func loadCommands(folder string, _ options) ([]testCase, error) {
	var out []testCase
	err := jsonLines(folder, func(_ string, _ int, line []byte) error {
		c := &commandCase{}
		if err := decode(line, c); err != nil {
			return err
		}
		for _, s := range c.Steps {
			if s["op"] == "chain" {
				return nil
			}
		}
		out = append(out, testCase{id: c.ID + " " + c.Title, about: c.Group, run: c.check})
		return nil
	})
	return out, err
}

func (c *commandCase) check(w *worker) *difference {
	r, err := w.deltaRun(c.ID, c.Conf)
	if err != nil {
		return differs("session", "%v", err)
	}
	defer r.end()
	for i, want := range c.Answers {
		got, err := r.do(c.Steps[i])
		var notHere errNotFromGo
		if errors.As(err, &notHere) {
			return differs("step", "%v", err)
		}
		text, _ := c.Steps[i]["sql"].(string)
		if text == "" {
			text, _ = c.Steps[i]["op"].(string)
		}
		if d := c.sameStep(c.Steps[i], want, got, err); d != nil {
			d.detail = "step " + textOf(i) + " " + text + ": " + d.detail
			return d
		}
	}
	return nil
}

// recordedAnswer is null, or one of these.
type recordedAnswer struct {
	OK    any            `json:"ok"`
	Error *recordedError `json:"error"`
}

func (c *commandCase) sameStep(s map[string]any, raw json.RawMessage, got any, err error) *difference {
	var want *recordedAnswer
	if e := decode(raw, &want); e != nil {
		return differs("record", "%v", e)
	}
	switch {
	case want != nil && want.Error != nil && err == nil:
		return differs("no error: "+want.Error.Condition, "found %.300s", sortedJSON(got))
	case want != nil && want.Error != nil:
		return want.Error.atSemanticLevel(err)
	case err != nil:
		return unexpected(err)
	case want == nil:
		return nil
	}
	return differText(s["op"].(string), semantic(s, want.OK), semantic(s, got))
}

// administrative are statements whose rows depend on files, paths and versions of the engine: they only have to succeed.
var administrative = []string{"DESCRIBE", "SHOW", "OPTIMIZE", "VACUUM", "REORG", "RESTORE", "CREATE", "CONVERT", "ALTER"}

// semantic is the part of a step's answer that is compared, as check_delta.py's norm.
func semantic(s map[string]any, answer any) any {
	text, _ := s["sql"].(string)
	text = strings.ToUpper(strings.TrimSpace(text))
	switch s["op"] {
	case "log", "ls":
		return "skipped"
	case "history":
		return historyEntries(answer)
	case "detail":
		return detailOf(answer)
	}
	if !strings.Contains(text, "SELECT") {
		for _, a := range administrative {
			if strings.HasPrefix(text, a) {
				return "done"
			}
		}
	}
	return rowsOf(s, answer)
}

func rowsOf(s map[string]any, answer any) any {
	var a struct {
		Schema [][]any `json:"schema"`
		Rows   *[]any  `json:"rows"`
	}
	text := sortedJSON(answer)
	if err := decode([]byte(text), &a); err != nil || a.Schema == nil {
		return text
	}
	if s["op"] == "schema" || a.Rows == nil {
		return lowerNames(a.Schema)
	}
	rows := *a.Rows
	if s["ordered"] != true {
		sortRows(rows)
	}
	return []any{lowerNames(a.Schema), rows}
}

func historyEntries(answer any) any {
	object, _ := answer.(map[string]any)
	switch list := object["history"].(type) {
	case []commit:
		out := make([]any, len(list))
		for i, c := range list {
			out[i] = []any{c.Version, c.Operation, countsOnly(c.Metrics)}
		}
		return out
	case []any:
		out := make([]any, len(list))
		for i, x := range list {
			h, _ := x.(map[string]any)
			metrics, _ := h["operationMetrics"].(map[string]any)
			out[i] = []any{h["version"], h["operation"], countsOnly(metrics)}
		}
		return out
	}
	return answer
}

func detailOf(answer any) any {
	object, _ := answer.(map[string]any)
	detail, _ := object["detail"].(map[string]any)
	out := map[string]any{}
	for _, k := range []string{"format", "description", "partitionColumns", "clusteringColumns"} {
		out[k] = detail[k]
	}
	return out
}
