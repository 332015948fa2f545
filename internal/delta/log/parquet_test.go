package log

var testParquet Parquet
