package session_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Random sequences of changes give what a map in memory gives, with and without deletion vectors and partitions, at every version.
func TestChangesAgainstModel(t *testing.T) {
	for seed, properties := range []string{
		"", "PARTITIONED BY (p)", "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
		"PARTITIONED BY (p) TBLPROPERTIES ('delta.enableDeletionVectors' = 'true', 'delta.enableChangeDataFeed' = 'true')",
		"TBLPROPERTIES ('delta.columnMapping.mode' = 'name')",
	} {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := open(t)
			query(t, s, "CREATE TABLE t (id INT, v INT, p INT) USING delta "+properties)
			m := &model{random: rand.New(rand.NewPCG(uint64(seed), 7)), rows: map[int]int{}}
			for step := range 40 {
				sql := m.step()
				query(t, s, sql)
				if got := query(t, s, "SELECT id, v FROM t ORDER BY id"); got != m.text() {
					t.Fatalf("step %d: %s\ngot\n%s\nwant\n%s", step, sql, got, m.text())
				}
			}
		})
	}
}

// model is the table as a map from id to v; p is id modulo 3.
type model struct {
	random *rand.Rand
	rows   map[int]int
}

// step changes the model and gives the statement that does the same.
func (m *model) step() string {
	at, v := m.random.IntN(60), m.random.IntN(1000)
	switch m.random.IntN(6) {
	case 0:
		for id := range m.rows {
			if id%5 == at%5 {
				m.rows[id] = v
			}
		}
		return fmt.Sprintf("UPDATE t SET v = %d WHERE id %% 5 = %d", v, at%5)
	case 1:
		for id := range m.rows {
			if id >= at && id < at+4 {
				delete(m.rows, id)
			}
		}
		return fmt.Sprintf("DELETE FROM t WHERE id >= %d AND id < %d", at, at+4)
	case 2:
		return "OPTIMIZE t"
	case 3:
		for id, old := range m.rows {
			if id < at || id >= at+10 {
				if id%7 == 0 {
					delete(m.rows, id)
				}
			} else {
				m.rows[id] = old + 1
			}
		}
		return fmt.Sprintf("MERGE INTO t USING range(%d, %d) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = t.v + 1 WHEN NOT MATCHED BY SOURCE AND t.id %% 7 = 0 THEN DELETE", at, at+10)
	}
	for id := at; id < at+10; id++ {
		m.rows[id] = v
	}
	return fmt.Sprintf("MERGE INTO t USING (SELECT id, %d AS v, id %% 3 AS p FROM range(%d, %d)) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *", v, at, at+10)
}

func (m *model) text() string {
	ids := make([]int, 0, len(m.rows))
	for id := range m.rows {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var lines []string
	for _, id := range ids {
		lines = append(lines, fmt.Sprintf("%d|%d", id, m.rows[id]))
	}
	return strings.Join(lines, "\n")
}
