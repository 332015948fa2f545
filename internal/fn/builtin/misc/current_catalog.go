package misc

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// CurrentCatalog is the current catalog.
var CurrentCatalog = fn.Function{Name: "current_catalog", Group: "misc_funcs",
	Doc:  fn.Describe("Returns the current catalog.", nil),
	Bind: setting(func(c *fn.Call) string { return conf(c, "spark.sql.defaultCatalog", "spark_catalog") })}
