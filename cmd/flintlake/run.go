package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"
)

// runCommand runs a program: SQL here, Python in the interpreter at hand with flintlake in the place of pyspark.
func runCommand(s *settings) *cobra.Command {
	return &cobra.Command{
		Use: "run FILE [ARG ...]", Short: "run a .sql script, or a PySpark .py program by python -m flintlake", Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case strings.HasSuffix(args[0], ".sql"):
				if len(args) > 1 {
					return errors.New("a SQL script takes no arguments")
				}
				text, err := os.ReadFile(args[0])
				if err != nil {
					return err
				}
				spark, err := s.start()
				if err != nil {
					return err
				}
				defer spark.Stop()
				return runScript(c.Context(), spark, string(text), &printer{w: c.OutOrStdout(), format: "table", rows: 1000})
			case strings.HasSuffix(args[0], ".py"):
				python := exec.CommandContext(c.Context(), "python3", append([]string{"-m", "flintlake"}, args...)...)
				python.Stdin, python.Stdout, python.Stderr = os.Stdin, os.Stdout, os.Stderr
				return python.Run()
			}
			return fmt.Errorf("%s is neither .sql nor .py", args[0])
		},
	}
}
