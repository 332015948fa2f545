package optimize_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/session"
	"github.com/flintlake/flintlake/internal/vec"
)

// answers runs SQL in a session of its own and gives the rows as text.
func answers(t *testing.T, s *session.Session, sql string) ([]string, error) {
	t.Helper()
	r, err := s.Run(context.Background(), &plan.SQLText{SQL: sql})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var out []string
	for {
		b, err := r.Next(context.Background())
		if err != nil {
			return nil, err
		}
		if b == nil {
			return out, nil
		}
		for _, i := range vec.SelOrAll(b.Sel, b.Len) {
			var row []string
			for _, v := range b.Cols {
				row = append(row, fmt.Sprint(vec.ValueAt(v, int(i))))
			}
			out = append(out, strings.Join(row, ","))
		}
		b.Release()
	}
}

// The tables of all queries here: t has a null key and a null value, u lacks keys of t.
const tables = `WITH t AS (SELECT * FROM VALUES (1, 10), (2, 20), (2, 25), (3, NULL), (NULL, 40) AS t(k, v)),
 u AS (SELECT * FROM VALUES (1, 'a'), (2, 'b'), (2, 'c'), (9, 'z') AS u(k, s)),
 n AS (SELECT * FROM VALUES (1), (NULL) AS n(k)) `

func TestSubqueriesAnswerAsSQLSays(t *testing.T) {
	s, err := session.New(map[string]string{"spark.sql.warehouse.dir": t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range []struct{ sql, want string }{
		{"SELECT k, v FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k)", "1,10 2,20 2,25"},
		{"SELECT k, v FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.k = t.k)", "3,<nil> <nil>,40"},
		{"SELECT k FROM t WHERE k IN (SELECT k FROM u)", "1 2 2"},
		{"SELECT k FROM t WHERE k NOT IN (SELECT k FROM u)", "3"},
		{"SELECT k FROM t WHERE k NOT IN (SELECT k FROM n)", ""},
		{"SELECT k FROM t WHERE k NOT IN (SELECT k FROM n WHERE k > 5)", "1 2 2 3 <nil>"},
		{"SELECT k, k IN (SELECT k FROM n) FROM t", "1,true 2,false 2,false 3,false <nil>,false"},
		{"SELECT k, k NOT IN (SELECT k FROM u) FROM t", "1,false 2,false 2,false 3,true <nil>,false"},
		{"SELECT k FROM t WHERE k IN (SELECT k FROM u) OR v = 40", "1 2 2 <nil>"},
		{"SELECT k, (SELECT count(*) FROM u WHERE u.k = t.k) FROM t", "1,1 2,2 2,2 3,0 <nil>,0"},
		{"SELECT k, (SELECT max(s) FROM u WHERE u.k = t.k) FROM t", "1,a 2,c 2,c 3,<nil> <nil>,<nil>"},
		{"SELECT k, (SELECT count(*) + 5 FROM u WHERE u.k = t.k) FROM t WHERE k = 3", "3,5"},
		{"SELECT k FROM t WHERE v > (SELECT avg(v) FROM t)", "2 <nil>"},
		{"SELECT k FROM t WHERE v > (SELECT avg(v) FROM t AS x WHERE x.k = t.k)", "2"},
		{"SELECT k, (SELECT s FROM u WHERE u.k = t.k ORDER BY s DESC LIMIT 1) FROM t", "1,a 2,c 2,c 3,<nil> <nil>,<nil>"},
		{"SELECT (SELECT 7), EXISTS (SELECT 1 FROM u WHERE k = 100)", "7,false"},
		{"SELECT t.k, x.s FROM t JOIN LATERAL (SELECT s FROM u WHERE u.k = t.k) AS x", "1,a 2,b 2,c 2,b 2,c"},
		{"SELECT t.k, x.n FROM t LEFT JOIN LATERAL (SELECT count(*) AS n FROM u WHERE u.k = t.k) AS x", "1,1 2,2 2,2 3,0 <nil>,0"},
		{"SELECT t.k, x.w FROM t, LATERAL (SELECT t.k + 1 AS w) AS x WHERE t.k IS NOT NULL", "1,2 2,3 2,3 3,4"},
		{"SELECT k FROM t WHERE (k, v) IN (SELECT 2, 20)", "2"},
		{"SELECT k, v, (SELECT count(*) FROM t AS x WHERE x.k = t.k AND x.v <> t.v) FROM t", "1,10,0 2,20,1 2,25,1 3,<nil>,0 <nil>,40,0"},
		{"SELECT k, (SELECT sum(v) FROM t AS x WHERE x.k < t.k) FROM t", "1,<nil> 2,10 2,10 3,55 <nil>,<nil>"},
		{"SELECT k FROM t WHERE EXISTS (SELECT count(*) FROM u WHERE u.k = t.k)", "1 2 2 3 <nil>"},
		{"SELECT t.k, x.n FROM t LEFT JOIN LATERAL (SELECT count(*) AS n FROM u WHERE u.k < t.k) AS x", "1,0 2,1 2,1 3,3 <nil>,0"},
		{"SELECT t.k, x.w FROM t LEFT JOIN LATERAL (SELECT t.v + u.k AS w FROM u WHERE u.k = t.k) AS x", "1,11 2,22 2,22 2,27 2,27 3,<nil> <nil>,<nil>"},
		{"SELECT t.k, x.w FROM t JOIN LATERAL (SELECT t.k AS w UNION ALL SELECT u.k FROM u WHERE u.k > t.k AND t.k > 2) AS x", "1,1 2,2 2,2 3,3 3,9 <nil>,<nil>"},
		{"SELECT k, (SELECT s FROM u WHERE u.k >= t.k ORDER BY s DESC LIMIT 1) FROM t", "1,z 2,z 2,z 3,z <nil>,<nil>"},
		{"SELECT k, e FROM t LEFT JOIN LATERAL explode(if(k = 1, array(7, 8), array())) AS x(e)", "1,7 1,8"},
		{"SELECT k FROM t GROUP BY k HAVING count(*) > (SELECT 1)", "2"},
		{"SELECT t.k, u.s FROM t LEFT JOIN u ON t.k = u.k WHERE u.s > 'a'", "2,b 2,c 2,b 2,c"},
		{"SELECT t.k, u.s FROM t LEFT JOIN u ON t.k = u.k AND u.s > 'b'", "1,<nil> 2,c 2,c 3,<nil> <nil>,<nil>"},
		{"SELECT t.k, u.k FROM t FULL JOIN u ON t.k = u.k WHERE coalesce(t.v, 0) = 0", "3,<nil> <nil>,9"},
		{"SELECT k FROM t INTERSECT SELECT k FROM u", "1 2"},
		{"SELECT k FROM t EXCEPT SELECT k FROM u", "3 <nil>"},
		{"SELECT k FROM (SELECT k, row_number() OVER (PARTITION BY k ORDER BY v DESC) AS rn, v FROM t) WHERE rn = 1 AND v > 20", "2 <nil>"},
		{"SELECT count(DISTINCT k), count(*), sum(v) FROM t", "3,5,95"},
		{"SELECT k, count(*) FROM t GROUP BY ROLLUP(k)", "1,1 2,2 3,1 <nil>,1 <nil>,5"},
		{"SELECT k FROM t ORDER BY v DESC NULLS LAST LIMIT 2", "<nil> 2"},
		{"SELECT a FROM (SELECT k + 1 AS a, v FROM t UNION ALL SELECT k, 1 FROM u) WHERE a > 3", "4 9"},
		{"SELECT if(k = 3, 1 / (k - 3), 0) FROM t WHERE k < 3", "0 0 0"},
	} {
		got, err := answers(t, s, tables+c.sql)
		if err != nil {
			t.Errorf("%s: %v", c.sql, err)
			continue
		}
		want := strings.Fields(c.want)
		if !strings.Contains(c.sql, "ORDER BY v DESC NULLS") {
			slices.Sort(got)
			slices.Sort(want)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n got %v\nwant %v", c.sql, got, want)
		}
	}
	if _, err := answers(t, s, tables+"SELECT (SELECT k FROM u)"); err == nil || !strings.Contains(err.Error(), "SCALAR_SUBQUERY_TOO_MANY_ROWS") {
		t.Errorf("more than one row as a value: %v", err)
	}
}
