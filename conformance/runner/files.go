package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// jsonLines reads the .jsonl files below a folder (or one file) in the order of their paths; each gets the path and one record.
// Numbers stay texts (json.Number): 64-bit integers must not become doubles.
func jsonLines(path string, each func(file string, number int, line []byte) error) error {
	var files []string
	err := filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(p, ".jsonl") {
			files = append(files, p)
		}
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(files)
	for _, f := range files {
		if err := fileLines(f, each); err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
	}
	return nil
}

func fileLines(file string, each func(file string, number int, line []byte) error) error {
	h, err := os.Open(file)
	if err != nil {
		return err
	}
	defer h.Close()
	lines := bufio.NewScanner(h)
	lines.Buffer(nil, 64<<20)
	for n := 1; lines.Scan(); n++ {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 {
			if err := each(file, n, bytes.Clone(line)); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
		}
	}
	return lines.Err()
}

func decode(line []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	return d.Decode(into)
}

// topic is the name of a file without its ending.
func topic(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}
