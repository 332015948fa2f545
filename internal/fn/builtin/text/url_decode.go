package text

import (
	"net/url"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// URLDecode reads what url_encode writes.
var URLDecode = fn.Function{Name: "url_decode", Group: "url_funcs",
	Doc:  fn.Describe("Decodes application/x-www-form-urlencoded text.", fn.Params("str"), "SELECT url_decode('https%3A%2F%2Fspark.apache.org')", "https://spark.apache.org"),
	Bind: urlDecoder(false)}

func urlDecoder(try bool) fn.Binder {
	return fn.FixedNullable(types.String, fn.TryText1(types.String, func(dst []byte, s string) ([]byte, bool, error) {
		t, err := url.QueryUnescape(s)
		if err != nil {
			if try {
				return nil, false, nil
			}
			return nil, false, sparkerr.New("CANNOT_DECODE_URL", "url", s)
		}
		return append(dst, t...), true, nil
	}), fn.AnyString)
}
