package session_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/session"
	"github.com/flintlake/flintlake/internal/vec"
)

// open starts a session over an empty warehouse; the test fails when it leaks memory.
func open(t *testing.T, options ...string) *session.Session {
	t.Helper()
	conf := map[string]string{"spark.sql.warehouse.dir": t.TempDir()}
	for i := 0; i+1 < len(options); i += 2 {
		conf[options[i]] = options[i+1]
	}
	s, err := session.New(conf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		if n := s.Memory().Used(); n != 0 {
			t.Errorf("%d bytes are still in use", n)
		}
	})
	return s
}

// query runs SQL and gives its rows as text, one line a row.
func query(t *testing.T, s *session.Session, sql string) string {
	t.Helper()
	out, err := try(s, sql)
	if err != nil {
		t.Fatalf("%s\n%v", sql, err)
	}
	return out
}

func try(s *session.Session, sql string) (string, error) {
	ctx := context.Background()
	r, err := s.Run(ctx, &plan.SQLText{SQL: sql})
	if err != nil {
		return "", err
	}
	defer r.Close()
	var lines []string
	for {
		b, err := r.Next(ctx)
		if err != nil {
			return "", err
		}
		if b == nil {
			return strings.Join(lines, "\n"), nil
		}
		for i := range b.Rows() {
			cells := make([]string, len(b.Cols))
			for c, v := range b.Cols {
				cells[c] = fmt.Sprint(vec.ValueAt(v, b.Row(i)))
			}
			lines = append(lines, strings.Join(cells, "|"))
		}
		b.Release()
	}
}

func TestSelect(t *testing.T) {
	s := open(t)
	if got := query(t, s, "SELECT a + 1 AS x, upper(b) FROM VALUES (1, 'a'), (2, 'b') AS t(a, b) ORDER BY x DESC"); got != "3|B\n2|A" {
		t.Fatal(got)
	}
}
