package misc

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// CurrentDatabase is the current schema.
var CurrentDatabase = fn.Function{Name: "current_database", Aliases: []string{"current_schema"}, Group: "misc_funcs",
	Doc:  fn.Describe("Returns the current database.", nil),
	Bind: setting(func(c *fn.Call) string { return conf(c, "spark.flintlake.currentDatabase", "default") })}
