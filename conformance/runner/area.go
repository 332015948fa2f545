package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// testCase is one recorded answer. run gives why the engine's answer differs, nil when it agrees.
type testCase struct {
	id string
	// about is what a list of failures is grouped by: a function, a topic.
	about string
	run   func(w *worker) *difference
}

// difference is one reason why a case fails. kind is short and free of values, so that it can be counted.
type difference struct{ kind, detail string }

func differs(kind, format string, args ...any) *difference {
	return &difference{kind, fmt.Sprintf(format, args...)}
}

// area is a folder of recordings and how to read it. folder is below the root; load gives the cases in a fixed order.
type area struct {
	name   string
	folder string
	load   func(folder string, o options) ([]testCase, error)
}

// areas are in the order in which they are reported.
var areas = []area{
	{"golden", "golden", loadGolden},
	{"functions", "oracle/functions", loadVectors},
	{"sql", "oracle/sql", loadStatements},
	{"delta/merge", "oracle/delta/merge", loadMerges},
	{"delta/commands", "oracle/delta/commands", loadCommands},
	{"delta/conflicts", "oracle/delta/conflicts.jsonl", loadConflicts},
}

// find is the place of an area below root, "" when the root does not hold it. root may be the folder oracle itself.
func (a area) find(root string) string {
	for _, p := range []string{a.folder, strings.TrimPrefix(a.folder, "oracle/")} {
		if p = filepath.Join(root, p); exists(p) {
			return p
		}
	}
	return ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// options are what a run may be told; they go to the children unchanged.
type options struct {
	root        string
	only        string
	nullability bool
	parameters  bool
}
