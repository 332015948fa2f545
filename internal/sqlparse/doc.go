// Package sqlparse turns SQL text into unresolved plans (internal/plan): the grammar of Spark 4.2 with Delta's statements.
//
//	text → lex (token.go, lexer.go) → []token → parser (recursive descent, one file a construct) → plan.Relation
//
// Queries become relations; statements that do something are a plan.CommandRelation around a plan.Command. Value
// expressions are read by precedence climbing (expr.go); everything else has a method named after Spark's grammar rule.
//
// Invariants
//
//  1. Time is linear in the text. Alternatives are told apart by looking ahead, never by trying and taking back.
//  2. Nesting is bounded by depthMax; chains of one operator (a OR b OR …) are loops and may have any length.
//  3. Names keep their case. In Spark's default mode no keyword is reserved: a word is a keyword only where the grammar
//     wants that keyword, and an alias only where its neighbours do not make it the start of a clause.
//  4. Every error is a *sparkerr.Error with the place in the text. Errors travel as panics inside the package and never
//     leave it.
//  5. Nothing is looked up: functions, tables, time zones are the analyzer's business. Text that needs them stays text
//     (plan.TypedText).
//
// It does not run the legacy modes of Spark's parser (spark.sql.ansi.enforceReservedKeywords, double quotes as identifiers,
// legacy set operation precedence), nor Hive's TRANSFORM and native commands, which give an error by name.
//
// Start with api.go, then parser.go, query.go and expr.go.
package sqlparse
