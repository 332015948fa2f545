package sparkerr

import "strings"

// classOf corrects the class of conditions that Spark raises by different exceptions, depending on their parameters: an invalid cast is
// a DateTimeException for a date or time, a SparkRuntimeException for a boolean, else a NumberFormatException.
func classOf(condition string, params map[string]string, class Class) Class {
	if condition != "CAST_INVALID_INPUT" {
		return class
	}
	switch target := strings.Trim(params["targetType"], `"`); {
	case strings.HasPrefix(target, "DATE"), strings.HasPrefix(target, "TIME"):
		return DateTimeException
	case strings.HasPrefix(target, "BOOLEAN"):
		return SparkRuntimeException
	}
	return NumberFormatException
}
