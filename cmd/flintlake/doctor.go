package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/flintlake/flintlake/dataframe"
	"github.com/spf13/cobra"
)

// doctorCommand checks that the engine works where it runs: a session, a Delta table in a temporary folder, a MERGE into it.
func doctorCommand(s *settings) *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "check that the engine works on this machine", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			w := c.OutOrStdout()
			fmt.Fprintf(w, "platform   %s/%s, %d cores, %s\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
			dir, err := os.MkdirTemp("", "flintlake-doctor-")
			if err != nil {
				return err
			}
			defer func() { _ = os.RemoveAll(dir) }()
			started := time.Now()
			spark, err := s.start()
			if err != nil {
				return err
			}
			defer spark.Stop()
			fmt.Fprintf(w, "session    %v\n", time.Since(started).Round(time.Microsecond))
			return checkup(c.Context(), spark, dir, w)
		},
	}
}

func checkup(ctx context.Context, spark *dataframe.SparkSession, dir string, w io.Writer) error {
	table := "delta.`" + dir + "/t`"
	for _, step := range []struct{ name, sql string }{
		{"create", "CREATE TABLE " + table + " USING delta AS SELECT id, id * 2 AS v FROM range(10000)"},
		{"merge", "MERGE INTO " + table + " t USING (SELECT id + 9500 AS id, -1L AS v FROM range(1000)) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *"},
	} {
		t := time.Now()
		if _, err := spark.SQL(ctx, step.sql); err != nil {
			return err
		}
		fmt.Fprintf(w, "%-10s %v\n", step.name, time.Since(t).Round(time.Microsecond))
	}
	df, err := spark.SQL(ctx, "SELECT count(*) AS n, sum(v) AS s FROM "+table)
	if err != nil {
		return err
	}
	row, _, err := df.First(ctx)
	if err != nil {
		return err
	}
	if n, sum := row.Get(0), row.Get(1); n != int64(10500) || sum != int64(9500*9499-1000) {
		return fmt.Errorf("the merged table has %v rows with sum %v instead of 10500 and %d", n, sum, 9500*9499-1000)
	}
	fmt.Fprintln(w, "all is well")
	return nil
}
