package misc

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// CurrentUser is who runs the query.
var CurrentUser = fn.Function{Name: "current_user", Aliases: []string{"user", "session_user"}, Group: "misc_funcs",
	Doc:  fn.Describe("Returns the name of the user who runs the query.", nil),
	Bind: setting(func(c *fn.Call) string { return conf(c, "spark.flintlake.user", "flintlake") })}
