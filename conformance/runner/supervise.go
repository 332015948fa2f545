package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"time"
)

// verdict is a line from a child: the case it starts, or how that case ended.
type verdict struct {
	Case   int    `json:"case"`
	Start  bool   `json:"start,omitempty"`
	Kind   string `json:"kind,omitempty"` // "" after the end: passed
	Detail string `json:"detail,omitempty"`
}

// silence is how long a child may say nothing before it counts as hanging.
const silence = 45 * time.Second

// runShare runs the cases k, k+n, k+2n, … from the given one on, and writes verdicts.
func runShare(cases []testCase, o options, k, n, from int, out io.Writer) error {
	w, err := newWorker(o)
	if err != nil {
		return err
	}
	defer w.close()
	enc := json.NewEncoder(out)
	for i := k; i < len(cases); i += n {
		if i < from {
			continue
		}
		if err := enc.Encode(verdict{Case: i, Start: true}); err != nil {
			return err
		}
		v := verdict{Case: i}
		if d := safely(cases[i], w); d != nil {
			v.Kind, v.Detail = d.kind, d.detail
		}
		if err := enc.Encode(v); err != nil {
			return err
		}
	}
	return nil
}

// safely turns a panic in the runner's own goroutine into a difference.
func safely(c testCase, w *worker) (d *difference) {
	defer func() {
		if p := recover(); p != nil {
			d = differs("panic", "%v", p)
		}
	}()
	return c.run(w)
}

// supervise runs all cases in n children and returns the differences by case.
func supervise(areaName string, count, n int, o options) (map[int]*difference, error) {
	var mu sync.Mutex
	failed := map[int]*difference{}
	var wg sync.WaitGroup
	var firstErr error
	for k := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			from := 0
			for from < count {
				at, died, err := child(areaName, k, n, from, o, func(v verdict) {
					if v.Kind != "" {
						mu.Lock()
						failed[v.Case] = &difference{v.Kind, v.Detail}
						mu.Unlock()
					}
				})
				if err != nil {
					mu.Lock()
					firstErr = err
					mu.Unlock()
					return
				}
				if died == "" {
					return
				}
				if at < 0 {
					mu.Lock()
					firstErr = fmt.Errorf("a process of %s ended before its first case: %s", areaName, died)
					mu.Unlock()
					return
				}
				mu.Lock()
				failed[at] = crash(died)
				mu.Unlock()
				from = at + 1
			}
		}()
	}
	wg.Wait()
	return failed, firstErr
}

func crash(text string) *difference {
	return differs("crash: "+digits.ReplaceAllString(firstLine(text), "N"), "%.2000s", text)
}

// child runs one process. at is the case it was at when it died, died its last words, "" when it ended well.
func child(areaName string, k, n, from int, o options, each func(verdict)) (at int, died string, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, "", err
	}
	args := append(o.arguments(), "-areas", areaName, "-share", strconv.Itoa(k), "-of", strconv.Itoa(n), "-from", strconv.Itoa(from))
	cmd := exec.Command(self, args...)
	var words bytes.Buffer
	cmd.Stderr = &words
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return 0, "", err
	}
	if err := cmd.Start(); err != nil {
		return 0, "", err
	}
	hung := false
	watch := time.AfterFunc(silence, func() { hung = true; _ = cmd.Process.Kill() })
	defer watch.Stop()
	at = -1
	lines := bufio.NewScanner(pipe)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		watch.Reset(silence)
		var v verdict
		if json.Unmarshal(lines.Bytes(), &v) != nil {
			continue // not ours: something printed
		}
		if v.Start {
			at = v.Case
		} else {
			each(v)
		}
	}
	if err := cmd.Wait(); err == nil {
		return at, "", nil
	}
	switch {
	case hung:
		return at, "hangs", nil
	case words.Len() == 0:
		return at, "ended without a word", nil
	}
	return at, words.String(), nil
}
