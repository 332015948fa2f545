package main

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/session"
	"github.com/flintlake/flintlake/internal/vec"
)

// patience is how long one statement may take.
const patience = 20 * time.Second

// worker runs cases one after another. It keeps sessions for cases that only read literals.
type worker struct {
	scratch string // folder of its own
	options options
	shared  map[string]*engine
}

func newWorker(o options) (*worker, error) {
	dir, err := os.MkdirTemp("", "flintlake-conformance-")
	if err != nil {
		return nil, err
	}
	return &worker{scratch: dir, options: o, shared: map[string]*engine{}}, nil
}

func (w *worker) close() {
	for _, e := range w.shared {
		e.session.Close()
	}
	_ = os.RemoveAll(w.scratch)
}

// engine is a session and the folder of its tables.
type engine struct {
	session   *session.Session
	warehouse string
}

// settings are those of the recorder: one thread, UTC; everything else is the default.
var settings = map[string]string{"spark.sql.session.timeZone": "UTC", "spark.sql.shuffle.partitions": "1", "spark.master": "local[1]", "spark.flintlake.memory": "1g"}

// open starts a session over an empty warehouse.
func (w *worker) open() (*engine, error) {
	dir, err := os.MkdirTemp(w.scratch, "warehouse-")
	if err != nil {
		return nil, err
	}
	conf := maps.Clone(settings)
	conf["spark.sql.warehouse.dir"] = dir
	s, err := session.New(conf)
	if err != nil {
		return nil, err
	}
	return &engine{s, dir}, nil
}

// close ends the session and removes its tables.
func (e *engine) close() {
	e.session.Close()
	_ = os.RemoveAll(e.warehouse)
}

// literals is the session for queries that read nothing but literals under these settings.
func (w *worker) literals(conf map[string]string) (*engine, error) {
	key, err := json.Marshal(conf)
	if err != nil {
		return nil, err
	}
	if e := w.shared[string(key)]; e != nil {
		return e, nil
	}
	e, err := w.open()
	if err != nil {
		return nil, err
	}
	w.shared[string(key)] = e
	return e, e.set(conf)
}

func (e *engine) set(conf map[string]string) error {
	for k, v := range conf {
		if err := e.session.Conf().Set(k, v); err != nil {
			return err
		}
	}
	return nil
}

// table is the rows of a result as Go values (see vec.ValueAt).
type table struct {
	schema types.StructType
	rows   [][]any
}

// sql runs one statement to its end.
func (e *engine) sql(text string) (*table, error) {
	return e.run(&plan.SQLText{SQL: text})
}

func (e *engine) run(rel plan.Relation) (*table, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r, err := e.session.Run(ctx, rel)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	t := &table{schema: r.Schema}
	for {
		b, err := r.Next(ctx)
		if err != nil {
			return nil, err
		}
		if b == nil {
			return t, nil
		}
		t.add(b)
		b.Release()
	}
}

func (t *table) add(b *vec.Batch) {
	for i := range b.Rows() {
		row := make([]any, len(b.Cols))
		for c, v := range b.Cols {
			row[c] = vec.ValueAt(v, b.Row(i))
		}
		t.rows = append(t.rows, row)
	}
}

// command runs a plan that is no query.
func (e *engine) command(c plan.Command) error {
	r, err := e.session.RunCommand(context.Background(), c)
	if err == nil {
		r.Close()
	}
	return err
}

// fault is an error as the recordings write it.
func fault(err error) *sparkerr.Error {
	if errors.Is(err, context.DeadlineExceeded) {
		return sparkerr.New("OPERATION_CANCELED").WithMessage("longer than %s", patience)
	}
	return sparkerr.From(err)
}

// firstLine shortens a message for the list of failures.
func firstLine(text string) string {
	for i, c := range text {
		if c == '\n' || i > 300 {
			return text[:i]
		}
	}
	return text
}

// databaseDir is the folder of a database's tables.
func (e *engine) databaseDir(db string) string { return filepath.Join(e.warehouse, db+".db") }
