package sparkerr

// parquet holds the conditions of reading Parquet files whose text says more than the recorded facts do.
var parquet = map[string]definition{
	"FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER": {"KD001", SparkRuntimeException, "the Parquet footer of <path> cannot be read: <reason>"},
	"FAILED_READ_FILE.NO_HINT":                 {"KD001", SparkRuntimeException, "<path> cannot be read: <reason>"},
	"PARQUET_TYPE_ILLEGAL":                     {"42846", AnalysisException, "the Parquet type <parquetType> breaks the Parquet specification"},
	"PARQUET_TYPE_NOT_SUPPORTED":               {"42846", AnalysisException, "the Parquet type <parquetType> has no counterpart in Spark"},
}
