// Package sparkerr holds the errors of the engine: Spark's and Delta's error conditions with SQLSTATE, parameters, the class that
// PySpark raises, and our own texts.
//
//	sparkerr.New("UNRESOLVED_COLUMN.WITH_SUGGESTION", "objectName", "`ida`", "proposal", "`id`")
//
// New looks the condition up: SQLSTATE and class come from conditions.tsv (facts of Spark 4.2.0 and Delta Lake 4.4.0) or from a room's
// own table (conditions_<room>.go), the sentence from texts_<area>.go. A condition without a sentence shows its parameters.
//
// Invariants:
//
//  1. Callers match Condition, never text. errors.Is(err, sparkerr.New("X")) compares conditions.
//  2. Parameters are Spark's, already quoted as Spark quotes them (QuoteID, QuoteSQL, QuoteValue); texts add no quotes.
//  3. Sentences are ours; they say what is wrong with the user's values and what to do about it.
//  4. Encode and Decode carry an error through the C ABI without loss, but for the Go type of its cause.
//
// Errors that PySpark's Python code raises by itself (NOT_EXPECTED_TYPE and the like) are made by the Python wheel, not here.
//
// Start with error.go.
package sparkerr
