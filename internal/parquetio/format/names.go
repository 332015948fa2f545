package format

import "fmt"

var logicalNames = [...]string{"", "STRING", "MAP", "LIST", "ENUM", "DECIMAL", "DATE", "TIME", "TIMESTAMP", "INTEGER", "NULL", "JSON",
	"BSON", "UUID", "FLOAT16", "VARIANT", "GEOMETRY", "GEOGRAPHY", "MAP_KEY_VALUE", "INTERVAL", "UNKNOWN"}

// String is the annotation as Parquet's tools print it: "TIMESTAMP(MICROS,true)".
func (a *Annotation) String() string {
	unit := [...]string{"?", "MILLIS", "MICROS", "NANOS"}[a.Unit]
	switch a.Kind {
	case Decimal:
		return fmt.Sprintf("DECIMAL(%d,%d)", a.Precision, a.Scale)
	case Time, Timestamp:
		return fmt.Sprintf("%s(%s,%t)", logicalNames[a.Kind], unit, a.UTC)
	case Integer:
		return fmt.Sprintf("INTEGER(%d,%t)", a.Bits, a.Signed)
	}
	return logicalNames[a.Kind]
}
