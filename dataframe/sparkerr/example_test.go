package sparkerr_test

import (
	"errors"
	"fmt"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

func ExampleNew() {
	err := fmt.Errorf("reading orders: %w", sparkerr.New("PATH_NOT_FOUND", "path", "file:/data/orders"))

	var e *sparkerr.Error
	if errors.As(err, &e) {
		fmt.Println(e.Condition, e.SQLState, e.Class)
		fmt.Println(e.Message)
	}
	// Output:
	// PATH_NOT_FOUND 42K03 AnalysisException
	// The path file:/data/orders does not exist.
}
