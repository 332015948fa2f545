package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/flintlake/flintlake/dataframe"
	"github.com/flintlake/flintlake/internal/sqlparse"
	"github.com/spf13/cobra"
)

// sqlCommand runs statements given as text or in a file.
func sqlCommand(s *settings) *cobra.Command {
	var text, file, format string
	var rows int
	c := &cobra.Command{
		Use: "sql", Short: "run SQL statements, separated by semicolons", Args: cobra.NoArgs,
		Example: "  flintlake sql -e \"MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET *\"\n  flintlake sql -f job.sql --format csv",
		RunE: func(c *cobra.Command, _ []string) error {
			script, err := script(c.InOrStdin(), text, file)
			if err != nil {
				return err
			}
			spark, err := s.start()
			if err != nil {
				return err
			}
			defer spark.Stop()
			return runScript(c.Context(), spark, script, &printer{w: c.OutOrStdout(), format: format, rows: rows})
		},
	}
	c.Flags().StringVarP(&text, "execute", "e", "", "the statements")
	c.Flags().StringVarP(&file, "file", "f", "", "a file with the statements; - is standard input")
	c.Flags().StringVar(&format, "format", "table", "table, csv or json (one object a line)")
	c.Flags().IntVar(&rows, "rows", 1000, "most rows that a table shows; csv and json are always whole")
	return c
}

func script(in io.Reader, text, file string) (string, error) {
	switch {
	case text != "" && file != "":
		return "", errors.New("give either -e or -f")
	case text != "":
		return text, nil
	case file == "-" || file == "":
		b, err := io.ReadAll(in)
		return string(b), err
	}
	b, err := os.ReadFile(file)
	return string(b), err
}

// runScript runs statements one after the other and stops at the first error.
func runScript(ctx context.Context, spark *dataframe.SparkSession, script string, p *printer) error {
	statements, err := sqlparse.Statements(script)
	if err != nil {
		return err
	}
	for _, stmt := range statements {
		df, err := spark.SQL(ctx, stmt.Text)
		if err != nil {
			return err
		}
		if err := p.print(ctx, df); err != nil {
			return err
		}
	}
	return nil
}

// printer writes the rows of statements.
type printer struct {
	w      io.Writer
	format string
	rows   int
}

func (p *printer) print(ctx context.Context, df *dataframe.DataFrame) error {
	schema, err := df.Schema(ctx)
	if err != nil || len(schema.Fields) == 0 {
		return err
	}
	switch p.format {
	case "table":
		text, err := df.ShowString(ctx, p.rows, 0, false)
		if err == nil {
			_, err = fmt.Fprint(p.w, text)
		}
		return err
	case "csv", "json":
	default:
		return fmt.Errorf("--format %s: table, csv or json", p.format)
	}
	rows, err := df.Collect(ctx)
	if err != nil {
		return err
	}
	if p.format == "csv" {
		return writeCSV(p.w, schema.Names(), rows)
	}
	e := json.NewEncoder(p.w)
	e.SetEscapeHTML(false)
	for _, r := range rows {
		object := make(map[string]any, r.Len())
		for i, f := range schema.Fields {
			object[f.Name] = plain(r.Get(i))
		}
		if err := e.Encode(object); err != nil {
			return err
		}
	}
	return nil
}

func writeCSV(w io.Writer, names []string, rows []dataframe.Row) error {
	c := csv.NewWriter(w)
	if err := c.Write(names); err != nil {
		return err
	}
	for _, r := range rows {
		cells := make([]string, r.Len())
		for i, v := range r.Values() {
			if v != nil {
				cells[i] = fmt.Sprint(v)
			}
		}
		if err := c.Write(cells); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// plain is a value as JSON shows it.
func plain(v any) any {
	if s, ok := v.(fmt.Stringer); ok {
		return s.String()
	}
	return v
}
