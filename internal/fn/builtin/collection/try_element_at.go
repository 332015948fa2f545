package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TryElementAt is element_at that gives null for a place that is not there.
var TryElementAt = fn.Function{Name: "try_element_at", Group: "collection_funcs",
	Doc:  fn.Describe("Returns the element at a place or of a key, NULL when there is none.", fn.Params("col", "extraction"), "SELECT try_element_at(array(1, 2, 3), 4)", "NULL"),
	Bind: elementAt(true)}
