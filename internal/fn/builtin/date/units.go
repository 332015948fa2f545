package date

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// unit is a length of time by which timestamps are moved and counted.
type unit struct {
	months, days, micros int64
}

func unitOf(s string) (unit, bool) {
	switch strings.ToUpper(s) {
	case "MICROSECOND":
		return unit{micros: 1}, true
	case "MILLISECOND":
		return unit{micros: 1000}, true
	case "SECOND":
		return unit{micros: datetime.MicrosPerSecond}, true
	case "MINUTE":
		return unit{micros: datetime.MicrosPerMinute}, true
	case "HOUR":
		return unit{micros: datetime.MicrosPerHour}, true
	case "DAY", "DAYOFYEAR":
		return unit{days: 1}, true
	case "WEEK":
		return unit{days: 7}, true
	case "MONTH":
		return unit{months: 1}, true
	case "QUARTER":
		return unit{months: 3}, true
	case "YEAR":
		return unit{months: 12}, true
	}
	return unit{}, false
}

func unitArgument(c *fn.Call) (unit, string, error) {
	v, _ := c.Literal(c.Args[0])
	name, _ := v.(string)
	u, ok := unitOf(name)
	if !ok {
		return u, name, sparkerr.New("INVALID_PARAMETER_VALUE.DATETIME_UNIT", "functionName", c.ID(), "parameter", "`unit`", "invalidValue", "'"+name+"'")
	}
	return u, name, nil
}
