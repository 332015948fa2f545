package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The generated files are what the generator writes.
func TestGeneratedFilesAreClean(t *testing.T) {
	out := t.TempDir()
	if err := run("..", out); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(out, "*.pb.go"))
	if err != nil || len(files) < 8 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		got, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		committed, err := os.ReadFile(filepath.Join("..", filepath.Base(f)))
		if err != nil || !bytes.Equal(got, committed) {
			t.Errorf("%s is out of date: run go generate ./proto", filepath.Base(f))
		}
	}
}
