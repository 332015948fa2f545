package ops

import (
	"strconv"
	"sync"
	"time"
)

// metrics are the operation metrics of one command, by Delta's names. Workers share them.
type metrics struct {
	mu      sync.Mutex
	values  map[string]int64
	started time.Time
}

func newMetrics() *metrics { return &metrics{values: map[string]int64{}, started: time.Now()} }

func (m *metrics) add(name string, n int64) {
	m.mu.Lock()
	m.values[name] += n
	m.mu.Unlock()
}

func (m *metrics) get(name string) int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.values[name]
}

// timer starts a clock; the function it gives adds the milliseconds to name.
func (m *metrics) timer(name string) func() {
	t := time.Now()
	return func() { m.add(name, time.Since(t).Milliseconds()) }
}

// changed counts n target rows that a clause updated or deleted.
func (m *metrics) changed(deleted, bySource bool, n int64) {
	verb, kind := "Updated", "Matched"
	if deleted {
		verb = "Deleted"
	}
	if bySource {
		kind = "NotMatchedBySource"
	}
	m.add("numTargetRows"+verb, n)
	m.add("numTargetRows"+kind+verb, n)
}

// counts is the row that the command returns.
func (m *metrics) counts() Counts {
	c := Counts{Updated: m.get("numTargetRowsUpdated"), Deleted: m.get("numTargetRowsDeleted"), Inserted: m.get("numTargetRowsInserted")}
	c.Affected = c.Updated + c.Deleted + c.Inserted
	return c
}

// named picks metrics for history: to[i] takes the value of from[i], "" as from means the name itself. Missing ones are zero.
func (m *metrics) named(names ...[2]string) map[string]string {
	out := make(map[string]string, len(names)+1)
	for _, n := range names {
		from := n[1]
		if from == "" {
			from = n[0]
		}
		out[n[0]] = strconv.FormatInt(m.get(from), 10)
	}
	out["executionTimeMs"] = strconv.FormatInt(time.Since(m.started).Milliseconds(), 10)
	return out
}
