// Package dataframe is Spark's DataFrame API in Go: sessions, DataFrames, columns, readers and writers, with PySpark's names in Go's case.
//
//	spark, err := dataframe.Builder().Config("spark.sql.warehouse.dir", dir).GetOrCreate()
//	df := spark.Read().Format("delta").Load(path)
//	top := df.Where("amount > 100").GroupBy("city").Agg(functions.Sum("amount").Alias("total")).OrderBy(functions.Desc("total"))
//	rows, err := top.Collect(ctx)
//
// Transformations and builders only describe a query; they never fail at once. What is wrong with one (a bad argument) is kept and returned by the
// first action. Actions take a context and return results; cancelling the context stops the query.
//
// Columns are given by name or as *Column wherever a parameter is called cols or has type any; any other type is an error at the action.
//
// Under the hood every DataFrame is a Spark Connect relation; the session decodes and runs it. Errors are *sparkerr.Error:
//
//	var e *sparkerr.Error
//	if errors.As(err, &e) && e.Condition == "UNRESOLVED_COLUMN.WITH_SUGGESTION" { … }
//
// See packages functions (SQL functions), window (window specifications) and deltatable (changing Delta tables).
package dataframe
