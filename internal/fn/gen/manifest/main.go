// Command manifest writes internal/fn/builtin/zz_functions.json: names, arguments and documentation of every function, the one source of
// the Go and Python wrappers and of the reference pages. Run it by go generate ./internal/fn/builtin, after gen.
package main

import (
	"encoding/json"
	"log"
	"os"
	"sort"

	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/builtin"
)

// Entry is one function.
type Entry struct {
	Name          string    `json:"name"`
	Aliases       []string  `json:"aliases,omitempty"`
	Group         string    `json:"group"`
	Kind          string    `json:"kind"`
	Summary       string    `json:"summary"`
	Note          string    `json:"note,omitempty"`
	Since         string    `json:"since,omitempty"`
	Args          []Arg     `json:"args,omitempty"`
	Examples      []Example `json:"examples,omitempty"`
	Deterministic bool      `json:"deterministic"`
}

// Arg is one argument.
type Arg struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Text     string `json:"text,omitempty"`
	Optional bool   `json:"optional,omitempty"`
	Variadic bool   `json:"variadic,omitempty"`
}

// Example is a query and its result.
type Example struct {
	SQL    string `json:"sql"`
	Result string `json:"result"`
}

func main() {
	log.SetFlags(0)
	var out []Entry
	for _, f := range builtin.Functions() {
		out = append(out, entry(f))
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	b, err := json.MarshalIndent(out, "", " ")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("zz_functions.json", append(b, '\n'), 0o644); err != nil {
		log.Fatal(err)
	}
}

func entry(f *fn.Function) Entry {
	kinds := map[fn.Kind]string{fn.Scalar: "scalar", fn.Aggregate: "aggregate", fn.Window: "window", fn.Generator: "generator", fn.Table: "table"}
	e := Entry{Name: f.Name, Aliases: f.Aliases, Group: f.Group, Kind: kinds[f.Kind], Summary: f.Doc.Summary, Note: f.Doc.Note, Since: f.Doc.Since,
		Deterministic: !f.NonDeterministic}
	for _, a := range f.Doc.Args {
		e.Args = append(e.Args, Arg{a.Name, a.Kind, a.Text, a.Optional, a.Variadic})
	}
	for _, x := range f.Doc.Examples {
		e.Examples = append(e.Examples, Example{x.SQL, x.Result})
	}
	return e
}
