// Command flintlake runs Spark SQL and PySpark programs on Delta tables without a JVM.
//
//	flintlake sql -e "SELECT * FROM delta.`/data/t`"
//	flintlake sql -f job.sql
//	flintlake run job.py
//	flintlake doctor
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"github.com/flintlake/flintlake/dataframe"
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/session"
	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := root().ExecuteContext(ctx); err != nil {
		var e *sparkerr.Error
		if errors.As(err, &e) {
			fmt.Fprintln(os.Stderr, e.Error())
		} else {
			fmt.Fprintln(os.Stderr, "flintlake:", err)
		}
		os.Exit(1)
	}
}

// settings are the flags that all commands share.
type settings struct {
	conf      []string
	warehouse string
}

func root() *cobra.Command {
	s := &settings{}
	c := &cobra.Command{
		Use: "flintlake", Short: "Spark SQL, DataFrames and Delta Lake without a JVM",
		SilenceUsage: true, SilenceErrors: true, Version: strings.TrimPrefix(session.EngineInfo, "Flintlake/"),
	}
	c.PersistentFlags().StringArrayVarP(&s.conf, "conf", "c", nil, "an option as key=value; may be repeated")
	c.PersistentFlags().StringVar(&s.warehouse, "warehouse", "", "folder of managed tables (default ./spark-warehouse)")
	c.AddCommand(sqlCommand(s), runCommand(s), doctorCommand(s), versionCommand())
	return c
}

// start makes the session of a command.
func (s *settings) start() (*dataframe.SparkSession, error) {
	b := dataframe.Builder().AppName("flintlake")
	if s.warehouse != "" {
		b.Config("spark.sql.warehouse.dir", s.warehouse)
	}
	for _, kv := range s.conf {
		k, v, ok := strings.Cut(kv, "=")
		if !ok {
			return nil, fmt.Errorf("--conf %s: an option is written key=value", kv)
		}
		b.Config(k, v)
	}
	return b.GetOrCreate()
}

func versionCommand() *cobra.Command {
	return &cobra.Command{Use: "version", Short: "print the version", Args: cobra.NoArgs, Run: func(c *cobra.Command, _ []string) {
		fmt.Fprintln(c.OutOrStdout(), "flintlake", strings.TrimPrefix(session.EngineInfo, "Flintlake/"))
	}}
}
