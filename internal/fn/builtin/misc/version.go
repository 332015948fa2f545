package misc

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Version is the version of Spark whose behaviour this engine has.
var Version = fn.Function{Name: "version", Group: "misc_funcs",
	Doc:  fn.Describe("Returns the version of Spark SQL that the engine follows.", nil),
	Bind: setting(func(c *fn.Call) string { return conf(c, "spark.flintlake.sparkVersion", "4.2.0") })}
