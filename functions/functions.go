// Package functions has Spark's SQL functions as Go functions on columns, named as in pyspark.sql.functions in Go's case. Arguments are columns;
// a string is a column name, as in PySpark. The wrappers in zz_functions.go are generated from the declarations in internal/fn/builtin.
package functions

//go:generate go run ./gen

import "github.com/flintlake/flintlake/dataframe"

// Column is an expression.
type Column = dataframe.Column

// Col is a column by name.
func Col(name string) *Column { return dataframe.Col(name) }

// Lit is a constant.
func Lit(value any) *Column { return dataframe.Lit(value) }

// Expr is SQL text of an expression.
func Expr(sql string) *Column { return dataframe.Expr(sql) }

// When starts a CASE; add branches by Column.When and an ELSE by Column.Otherwise.
func When(condition *Column, value any) *Column { return dataframe.WhenColumn(condition, value) }

// Asc sorts a column by name from the smallest value, nulls first.
func Asc(name string) *Column { return dataframe.Col(name).Asc() }

// Desc sorts from the largest value, nulls last.
func Desc(name string) *Column { return dataframe.Col(name).Desc() }

// CountDistinct counts distinct combinations that are not null.
func CountDistinct(cols ...any) *Column { return dataframe.CallDistinct("count", cols...) }

// SumDistinct adds distinct values.
func SumDistinct(col any) *Column { return dataframe.CallDistinct("sum", col) }
