package main

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/session"
	"github.com/flintlake/flintlake/internal/vec"
)

// Answers of wait, as in flintlake.h.
const (
	running  = 0
	ready    = 1
	finished = 2
	failed   = 3
)

// ahead is how many batches are computed before the caller asks for them.
const ahead = 4

// operation is a plan that runs in the background. One goroutine pulls batches into the queue; the caller takes them.
type operation struct {
	session *session.Session
	cancel  context.CancelFunc
	queue   chan *vec.Batch // closed at the end
	begun   chan struct{}   // closed when the result (or the error) is there
	rows    atomic.Int64
	pending *vec.Batch // taken from the queue by wait, not yet by next
	lastErr cText      // of the stream interface

	mu     sync.Mutex
	result *session.Result
	err    error
}

// start runs the bytes of a Plan message.
func start(s *session.Session, plan []byte) *operation {
	ctx, cancel := context.WithCancel(context.Background())
	op := &operation{session: s, cancel: cancel, queue: make(chan *vec.Batch, ahead), begun: make(chan struct{})}
	go op.run(ctx, plan)
	return op
}

func (op *operation) run(ctx context.Context, plan []byte) {
	defer close(op.queue)
	result, err := op.execute(ctx, plan)
	op.mu.Lock()
	op.result, op.err = result, err
	op.mu.Unlock()
	close(op.begun)
	if err != nil || result.Query {
		return
	}
	if err := op.pull(ctx, result); err != nil {
		op.mu.Lock()
		op.err = err
		op.mu.Unlock()
	}
}

func (op *operation) execute(ctx context.Context, plan []byte) (r *session.Result, err error) {
	defer caught(&err)
	return op.session.Execute(ctx, plan)
}

func (op *operation) pull(ctx context.Context, result *session.Result) (err error) {
	defer caught(&err)
	for {
		b, err := result.Next(ctx)
		if err != nil {
			return err
		}
		if b == nil {
			return nil
		}
		op.rows.Add(int64(b.Rows()))
		if b.Rows() == 0 {
			b.Release()
			continue
		}
		select {
		case op.queue <- b:
		case <-ctx.Done():
			b.Release()
			return sparkerr.New("OPERATION_CANCELED").WithCause(ctx.Err())
		}
	}
}

// wait waits for the next batch.
func (op *operation) wait(millis int) int {
	if op.pending != nil {
		return ready
	}
	timeout := time.NewTimer(time.Duration(millis) * time.Millisecond)
	defer timeout.Stop()
	select {
	case b, ok := <-op.queue:
		op.pending = b
		if ok {
			return ready
		}
		if op.failure() != nil {
			return failed
		}
		return finished
	case <-timeout.C:
		return running
	}
}

// next is the next batch, nil at the end.
func (op *operation) next() (*vec.Batch, error) {
	b := op.pending
	if op.pending = nil; b == nil {
		b = <-op.queue
	}
	if b == nil {
		return nil, op.failure()
	}
	return b, nil
}

func (op *operation) failure() error {
	op.mu.Lock()
	defer op.mu.Unlock()
	return op.err
}

// started is the result, once the plan has begun to run.
func (op *operation) started() (*session.Result, error) {
	<-op.begun
	op.mu.Lock()
	defer op.mu.Unlock()
	if op.result == nil {
		return nil, op.err
	}
	return op.result, nil
}

func (op *operation) schemaJSON() ([]byte, error) {
	r, err := op.started()
	if err != nil {
		return nil, err
	}
	return []byte(types.JSON(r.Schema)), nil
}

// info is what fl_result_info tells.
func (op *operation) info() ([]byte, error) {
	r, err := op.started()
	if err != nil {
		return nil, err
	}
	info := map[string]any{"command": r.Command, "query": r.Query, "relation_id": r.RelationID}
	if m := r.Metrics(); m != nil {
		info["metrics"] = m.Values()
		info["observed"] = observed(m.Observed())
	}
	return json.Marshal(info)
}

func (op *operation) progress() ([]byte, error) {
	p := map[string]any{"rows": op.rows.Load()}
	select {
	case <-op.begun:
		if r, err := op.started(); err == nil && r.Metrics() != nil {
			p["metrics"] = r.Metrics().Values()
		}
	default:
	}
	return json.Marshal(p)
}

// close stops the run and frees what nobody took.
func (op *operation) close() {
	op.cancel()
	if op.pending != nil {
		op.pending.Release()
		op.pending = nil
	}
	go func() { // the run ends when it notices; nobody needs to wait for that
		for b := range op.queue {
			b.Release()
		}
		if r, err := op.started(); err == nil {
			r.Close()
		}
	}()
	op.lastErr.free()
}
