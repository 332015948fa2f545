package date

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/datetime"
)

// outOfBounds is the error for a field that no calendar has.
func outOfBounds(message string) error {
	return sparkerr.New("DATETIME_FIELD_OUT_OF_BOUNDS.WITH_SUGGESTION", "rangeMessage", message, "ansiConfig", `"spark.sql.ansi.enabled"`)
}

var monthNames = [...]string{"JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER", "DECEMBER"}

// checkDate words a wrong date as Java's LocalDate.of does.
func checkDate(y, m, d int) error {
	switch {
	case m < 1 || m > 12:
		return outOfBounds("Invalid value for MonthOfYear (valid values 1 - 12): " + strconv.Itoa(m))
	case d < 1 || d > 31:
		return outOfBounds("Invalid value for DayOfMonth (valid values 1 - 28/31): " + strconv.Itoa(d))
	case d > datetime.DaysInMonth(y, m):
		if d == 29 {
			return outOfBounds("Invalid date 'February 29' as '" + strconv.Itoa(y) + "' is not a leap year")
		}
		return outOfBounds("Invalid date '" + monthNames[m-1] + " " + strconv.Itoa(d) + "'")
	}
	return nil
}

// checkTime words a wrong time of day.
func checkTime(h, m int) error {
	switch {
	case h < 0 || h > 23:
		return outOfBounds("Invalid value for HourOfDay (valid values 0 - 23): " + strconv.Itoa(h))
	case m < 0 || m > 59:
		return outOfBounds("Invalid value for MinuteOfHour (valid values 0 - 59): " + strconv.Itoa(m))
	}
	return nil
}
