package main

import (
	"encoding/json"
	"maps"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/session"
)

// conflictCase is a document of oracle/delta/conflicts.jsonl: the loser starts and is held while it writes, the winner commits, the loser
// goes on.
type conflictCase struct {
	ID          string   `json:"id"`
	Setup       []string `json:"setup"`
	LoserSQL    string   `json:"loser_sql"`
	WinnerSQL   string   `json:"winner_sql"`
	Loser       string   `json:"loser"`
	Winner      string   `json:"winner"`
	Interleaved bool     `json:"interleaved"`
	Answer      struct {
		Loser   outcome `json:"loser"`
		Winner  outcome `json:"winner"`
		Rows    []any   `json:"rows"`
		History [][]any `json:"history"`
	} `json:"answer"`
}

// outcome is "ok" (nil) or an error.
type outcome struct{ failed *recordedError }

// UnmarshalJSON reads the text "ok" or an error.
func (o *outcome) UnmarshalJSON(b []byte) error {
	if string(b) == `"ok"` {
		return nil
	}
	return json.Unmarshal(b, &o.failed)
}

func (o outcome) compare(who string, err error) *difference {
	switch {
	case o.failed == nil && err != nil:
		return inStep(who, err)
	case o.failed != nil && err == nil:
		return differs(who+": no error: "+o.failed.Condition, "it committed")
	case err != nil:
		d := o.failed.compare(err, options{}, true)
		if d != nil {
			d.kind = who + ": " + d.kind
		}
		return d
	}
	return nil
}

func loadConflicts(file string, _ options) ([]testCase, error) {
	var out []testCase
	err := fileLines(file, func(_ string, _ int, line []byte) error {
		c := &conflictCase{}
		if err := decode(line, c); err != nil {
			return err
		}
		out = append(out, testCase{id: c.ID + " " + c.Loser + " <- " + c.Winner, about: c.Loser, run: c.check})
		return nil
	})
	return out, err
}

// gate holds the first write of a session until it is opened.
type gate struct {
	mu      sync.Mutex
	armed   bool
	held    chan struct{}
	release chan struct{}
}

// fate is a rule of objstore.Faulty that breaks nothing: it waits. Data files and the log file of a commit count as writes.
func (g *gate) fate(r objstore.Request) objstore.Fault {
	if r.Kind != objstore.OpCreate && r.Kind != objstore.OpPutIfAbsent {
		return objstore.Fault{}
	}
	g.mu.Lock()
	first := g.armed
	g.armed = false
	g.mu.Unlock()
	if first {
		close(g.held)
		<-g.release
	}
	return objstore.Fault{}
}

func (c *conflictCase) check(w *worker) *difference {
	dir, err := os.MkdirTemp(w.scratch, "warehouse-")
	if err != nil {
		return differs("session", "%v", err)
	}
	defer os.RemoveAll(dir)
	g := &gate{held: make(chan struct{}), release: make(chan struct{})}
	loser, err := openOver(&objstore.Stores{Wrap: func(s objstore.Store) objstore.Store { return objstore.NewFaulty(s, g.fate) }}, dir)
	if err != nil {
		return differs("session", "%v", err)
	}
	defer loser.session.Close()
	winner, err := openOver(&objstore.Stores{}, dir)
	if err != nil {
		return differs("session", "%v", err)
	}
	defer winner.session.Close()
	for _, s := range c.Setup {
		if _, err := loser.sql(named(s)); err != nil {
			return inStep("setup", err)
		}
	}
	loserErr, winnerErr, d := c.race(loser, winner, g)
	if d != nil {
		return d
	}
	if d := c.Answer.Winner.compare("winner", winnerErr); d != nil {
		return d
	}
	if d := c.Answer.Loser.compare("loser", loserErr); d != nil {
		return d
	}
	return c.sameTable(winner)
}

func named(sql string) string { return strings.ReplaceAll(sql, "{t}", "t") }

// race runs both statements, interleaved when the recording was.
func (c *conflictCase) race(loser, winner *engine, g *gate) (loserErr, winnerErr error, d *difference) {
	if !c.Interleaved {
		_, loserErr = loser.sql(named(c.LoserSQL))
		_, winnerErr = winner.sql(named(c.WinnerSQL))
		return loserErr, winnerErr, nil
	}
	g.armed = true
	ended := make(chan error, 1)
	go func() {
		_, err := loser.sql(named(c.LoserSQL))
		ended <- err
	}()
	select {
	case <-g.held:
	case err := <-ended:
		return nil, nil, differs("not held", "the loser ended before it wrote anything: %v", err)
	case <-time.After(patience):
		return nil, nil, differs("not held", "the loser neither writes nor ends")
	}
	_, winnerErr = winner.sql(named(c.WinnerSQL))
	close(g.release)
	return <-ended, winnerErr, nil
}

func (c *conflictCase) sameTable(e *engine) *difference {
	t, err := e.sql("SELECT * FROM t")
	if err != nil {
		return inStep("reading the table", err)
	}
	if d := differ("rows", c.Answer.Rows, show(t, false).Rows); d != nil {
		return d
	}
	r := &deltaRun{engine: e}
	h, err := r.history("t", 0)
	if err != nil {
		return inStep("history", err)
	}
	want, got := make([]any, len(c.Answer.History)), make([]any, len(h))
	for i, v := range c.Answer.History { // version, operation, isolation level, version that was read
		want[i] = []any{v[0], v[1]}
	}
	for i, v := range h {
		got[i] = []any{v.Version, v.Operation}
	}
	return differText("history", want, got)
}

func openOver(stores *objstore.Stores, warehouse string) (*engine, error) {
	conf := maps.Clone(settings)
	conf["spark.sql.warehouse.dir"] = warehouse
	s, err := session.NewOver(stores, conf)
	if err != nil {
		return nil, err
	}
	return &engine{s, warehouse}, nil
}
