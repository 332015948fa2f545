package types

// MapValue is a map as a Go value: entry i is Keys[i] → Values[i], in the order in which the map holds them.
type MapValue struct{ Keys, Values []any }

// VariantValue is a variant in its two binary parts (Parquet's Variant encoding).
type VariantValue struct{ Value, Metadata []byte }
