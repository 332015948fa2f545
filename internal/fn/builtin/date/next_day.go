package date

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// NextDay is the next given weekday after a date.
var NextDay = fn.Function{Name: "next_day", Group: "datetime_funcs",
	Doc: fn.Describe("Returns the first date after `date` that falls on the weekday, named by two or three letters or in full.", fn.Params("date", "dayOfWeek:string"), "SELECT next_day('2015-01-14', 'TU')", "2015-01-20"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		ansi := c.ANSI()
		return fn.FixedNullable(types.Date, fn.Try2(types.Date, func(d int32, name string) (int32, bool, error) {
			w := weekdayNumber(name)
			if w == 0 {
				if ansi {
					return 0, false, sparkerr.New("ILLEGAL_DAY_OF_WEEK", "string", name)
				}
				return 0, false, nil
			}
			return d + 1 + int32(datetime.FloorMod(int64(w-datetime.ISOWeekday(int64(d))-1), 7)), true, nil
		}), dateClass, fn.AnyString)(c)
	}}

// weekdayNumber is 1 for Monday, 0 for no weekday.
func weekdayNumber(s string) int {
	s = strings.ToUpper(strings.Trim(s, " "))
	for i, names := range [...][3]string{{"MO", "MON", "MONDAY"}, {"TU", "TUE", "TUESDAY"}, {"WE", "WED", "WEDNESDAY"}, {"TH", "THU", "THURSDAY"},
		{"FR", "FRI", "FRIDAY"}, {"SA", "SAT", "SATURDAY"}, {"SU", "SUN", "SUNDAY"}} {
		if s == names[0] || s == names[1] || s == names[2] {
			return i + 1
		}
	}
	return 0
}
