package main

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(2)
	}
}

func run() error {
	var o options
	var names, failures string
	var verbose bool
	var share, of, from int
	flag.StringVar(&o.root, "cases", "../shared", "folder with oracle/ and golden/, or the folder oracle itself")
	flag.StringVar(&names, "areas", "", "areas to run, separated by commas; all that the folder holds otherwise")
	flag.StringVar(&o.only, "only", "", "run only cases whose id contains this text")
	flag.BoolVar(&o.nullability, "nullability", false, "compare nullability too")
	flag.BoolVar(&o.parameters, "parameters", true, "compare the parameters of errors")
	flag.StringVar(&failures, "failures", "", "folder for the list of failures of each area")
	flag.BoolVar(&verbose, "v", false, "print every failure and the most frequent reasons")
	flag.IntVar(&share, "share", -1, "run as a child: the cases share, share+of, …")
	flag.IntVar(&of, "of", runtime.GOMAXPROCS(0), "number of processes")
	flag.IntVar(&from, "from", 0, "first case of a child")
	flag.Parse()
	for _, a := range areas {
		if names != "" && !slices.Contains(strings.Split(names, ","), a.name) {
			continue
		}
		folder := a.find(o.root)
		if folder == "" {
			continue
		}
		cases, err := a.cases(folder, o)
		if err != nil {
			return err
		}
		if share >= 0 {
			return runShare(cases, o, share, of, from, os.Stdout)
		}
		failed, err := supervise(a.name, len(cases), of, o)
		if err != nil {
			return err
		}
		if verbose {
			fmt.Print(failureList(cases, failed))
		}
		if failures != "" {
			file := filepath.Join(failures, strings.ReplaceAll(a.name, "/", "-")+".txt")
			if err := os.WriteFile(file, []byte(failureList(cases, failed)), 0o644); err != nil {
				return err
			}
		}
		fmt.Printf("%s: %d passed, %d failed\n", a.name, len(cases)-len(failed), len(failed))
	}
	return nil
}

// cases loads an area and keeps what -only asks for.
func (a area) cases(folder string, o options) ([]testCase, error) {
	all, err := a.load(folder, o)
	if err != nil || o.only == "" {
		return all, err
	}
	return slices.DeleteFunc(all, func(c testCase) bool { return !strings.Contains(c.id, o.only) }), nil
}

// arguments are the options as a child takes them.
func (o options) arguments() []string {
	return []string{"-cases", o.root, "-only", o.only, fmt.Sprintf("-nullability=%t", o.nullability), fmt.Sprintf("-parameters=%t", o.parameters)}
}

// failureList has the most frequent reasons and topics first, then every failure: kind, case, detail.
func failureList(cases []testCase, failed map[int]*difference) string {
	var b strings.Builder
	kinds, abouts := map[string]int{}, map[string]int{}
	for i, d := range failed {
		kinds[d.kind]++
		abouts[cases[i].about]++
	}
	fmt.Fprintf(&b, "%d of %d cases fail\n\nreasons\n", len(failed), len(cases))
	ranking(&b, kinds, 60)
	b.WriteString("\ntopics\n")
	ranking(&b, abouts, 400)
	b.WriteString("\ncases\n")
	for _, i := range slices.Sorted(maps.Keys(failed)) {
		fmt.Fprintf(&b, "FAIL %s\n     %s: %s\n", cases[i].id, failed[i].kind, failed[i].detail)
	}
	return b.String()
}

func ranking(b *strings.Builder, counts map[string]int, most int) {
	keys := slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
		return cmp.Or(counts[y]-counts[x], cmp.Compare(x, y))
	})
	for i, k := range keys {
		if i == most {
			fmt.Fprintf(b, "       … %d more\n", len(keys)-most)
			break
		}
		fmt.Fprintf(b, "%6d %s\n", counts[k], k)
	}
}
