// Package window makes window specifications, as pyspark.sql.Window does.
//
//	w := window.PartitionBy("customer_id").OrderBy(functions.Desc("updated_at"))
//	latest := df.WithColumn("rn", functions.RowNumber().Over(w)).Where("rn = 1").Drop("rn")
package window

import "github.com/flintlake/flintlake/dataframe"

// Spec is a window specification.
type Spec = dataframe.WindowSpec

// Bounds of frames, for Spec.RowsBetween and Spec.RangeBetween.
const (
	UnboundedPreceding = dataframe.UnboundedPreceding
	UnboundedFollowing = dataframe.UnboundedFollowing
	CurrentRow         = dataframe.CurrentRow
)

// PartitionBy starts a specification that splits the rows into groups of equal values.
func PartitionBy(cols ...any) *Spec { return (&Spec{}).PartitionBy(cols...) }

// OrderBy starts a specification with one group of ordered rows.
func OrderBy(cols ...any) *Spec { return (&Spec{}).OrderBy(cols...) }

// RowsBetween starts a specification with a frame in rows.
func RowsBetween(start, end int64) *Spec { return (&Spec{}).RowsBetween(start, end) }

// RangeBetween starts a specification with a frame in distances of the order key.
func RangeBetween(start, end int64) *Spec { return (&Spec{}).RangeBetween(start, end) }
