package conf

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/datetime"
)

// DeltaDefaultsPrefix starts the options that become properties of every new Delta table.
const DeltaDefaultsPrefix = "spark.databricks.delta.properties.defaults."

// What queries mean.
var (
	ANSIEnabled     = Bool("spark.sql.ansi.enabled", true, "Raise errors for overflow, invalid casts, division by zero and bad indexes; off, such values become NULL or wrap around.")
	SessionTimeZone = String("spark.sql.session.timeZone", "UTC", "Time zone in which TIMESTAMP values are shown and texts are read: a region such as Europe/Berlin, or an offset such as +01:00.", zoneID)
	CaseSensitive   = Bool("spark.sql.caseSensitive", false, "Tell column names apart that differ only in case.")
	TimestampType   = OneOf("spark.sql.timestampType", "TIMESTAMP_LTZ", []string{"TIMESTAMP_NTZ", "TIMESTAMP_LTZ"}, "What TIMESTAMP without further words means in SQL and in inferred schemas.")
	TimeTypeEnabled = Bool("spark.sql.timeType.enabled", false, "Allow the TIME type.")
	StoreAssignment = OneOf("spark.sql.storeAssignmentPolicy", "ANSI", []string{"LEGACY", "STRICT", "ANSI"}, "How values are cast to the types of a table: ANSI refuses unreasonable casts and overflow, STRICT any that may lose, LEGACY none.")
	MapKeyDedup     = OneOf("spark.sql.mapKeyDedupPolicy", "EXCEPTION", []string{"EXCEPTION", "LAST_WIN"}, "What happens to a key that occurs twice in a map being built.")
	TimeParser      = OneOf("spark.sql.legacy.timeParserPolicy", "CORRECTED", []string{"EXCEPTION", "CORRECTED", "LEGACY"}, "Rules for date patterns: those of Spark 3 and later, or LEGACY.")

	AllowPrecisionLoss      = Bool("spark.sql.decimalOperations.allowPrecisionLoss", true, "Decimal results that would need more than 38 digits give up fraction digits instead of overflowing to NULL or an error.")
	OrderByOrdinal          = Bool("spark.sql.orderByOrdinal", true, "A number in ORDER BY means a position in the SELECT list.")
	GroupByOrdinal          = Bool("spark.sql.groupByOrdinal", true, "A number in GROUP BY means a position in the SELECT list.")
	GroupByAliases          = Bool("spark.sql.groupByAliases", true, "GROUP BY may use aliases of the SELECT list.")
	CrossJoinEnabled        = Bool("spark.sql.crossJoin.enabled", true, "Allow joins without a condition.")
	PivotMaxValues          = Int("spark.sql.pivotMaxValues", 10000, "Most distinct values that pivot finds by itself.")
	RetainGroupColumns      = Bool("spark.sql.retainGroupColumns", true, "groupBy().agg() returns the grouping columns.")
	FailAmbiguousSelfJoin   = Bool("spark.sql.analyzer.failAmbiguousSelfJoin", true, "Refuse columns that may mean both sides of a self-join.")
	DoubleQuotedIdentifiers = Bool("spark.sql.ansi.doubleQuotedIdentifiers", false, "Text in double quotes is a name, not a string (with ANSI only).")
	QuotedRegexColumns      = Bool("spark.sql.parser.quotedRegexColumnNames", false, "Back-ticked names in a SELECT list are regular expressions.")
	EscapedStringLiterals   = Bool("spark.sql.parser.escapedStringLiterals", false, "A back-slash in a string literal stands for itself.")
	ANSIReservedKeywords    = Bool("spark.sql.ansi.enforceReservedKeywords", false, "Reserved words of the SQL standard cannot be names (with ANSI only).")
	MinimumLiteralPrecision = Bool("spark.sql.legacy.literal.pickMinimumPrecision", true, "An integer literal beside a decimal counts only the digits it has.")
	SizeOfNull              = Bool("spark.sql.legacy.sizeOfNull", true, "size(NULL) is -1 (only without ANSI).")
	DefaultColumnEnabled    = Bool("spark.sql.defaultColumn.enabled", true, "Allow DEFAULT in CREATE TABLE and INSERT.")
	ColumnMaxToStringFields = Int("spark.sql.debug.maxToStringFields", 25, "Most fields of a struct shown in a plan.")
	CTERecursionLevels      = Int("spark.sql.cteRecursionLevelLimit", 100, "Most levels of a recursive WITH; -1 means no limit.")
	CTERecursionRows        = Int("spark.sql.cteRecursionRowLimit", 1000000, "Most rows of a recursive WITH; -1 means no limit.")
	VariableSubstitution    = Bool("spark.sql.variable.substitute", true, "Replace ${name} in SQL text.")
	ColumnNameOfCorrupt     = String("spark.sql.columnNameOfCorruptRecord", "_corrupt_record", "Column that takes records which CSV and JSON readers cannot read.")
	JSONIgnoreNullFields    = Bool("spark.sql.jsonGenerator.ignoreNullFields", true, "JSON texts leave out fields that are NULL.")
	CharVarcharAsString     = Bool("spark.sql.legacy.charVarcharAsString", false, "CHAR and VARCHAR are treated as STRING.")
	InferNestedDictAsStruct = Bool("spark.sql.pyspark.inferNestedDictAsStruct.enabled", false, "createDataFrame takes nested Python dictionaries for structs instead of maps.")
	ArrowPySparkEnabled     = Bool("spark.sql.execution.arrow.pyspark.enabled", false, "Accepted: data always go to and from Python by Arrow.")
	EagerEvalEnabled        = Bool("spark.sql.repl.eagerEval.enabled", false, "Show the first rows of a DataFrame where its name is entered.")
	EagerEvalMaxRows        = Int("spark.sql.repl.eagerEval.maxNumRows", 20, "Rows of an eager display.")
	EagerEvalTruncate       = Int("spark.sql.repl.eagerEval.truncate", 20, "Characters of a cell of an eager display.")
)

// Where tables are and how they are written.
var (
	WarehouseDir               = String("spark.sql.warehouse.dir", "spark-warehouse", "Folder of managed tables.", Static)
	DefaultCatalog             = String("spark.sql.defaultCatalog", "spark_catalog", "Catalog in force when a session starts.")
	DefaultSource              = String("spark.sql.sources.default", "parquet", "Format of tables and files that name none.")
	PartitionOverwriteMode     = OneOf("spark.sql.sources.partitionOverwriteMode", "STATIC", []string{"STATIC", "DYNAMIC"}, "What INSERT OVERWRITE replaces: all, or only the partitions that get rows.")
	PartitionTypeInference     = Bool("spark.sql.sources.partitionColumnTypeInference.enabled", true, "Guess the types of partition columns from folder names.")
	ShufflePartitions          = Int("spark.sql.shuffle.partitions", 200, "Accepted: the engine chooses its parallelism by itself.", Positive)
	AutoBroadcastJoinThreshold = Bytes("spark.sql.autoBroadcastJoinThreshold", "10MB", "Accepted: the engine chooses the build side by itself.")
	AdaptiveEnabled            = Bool("spark.sql.adaptive.enabled", true, "Accepted without effect.")
	MaxPartitionBytes          = Bytes("spark.sql.files.maxPartitionBytes", "128MB", "Bytes of a file that one task reads at a time.")
	IgnoreCorruptFiles         = Bool("spark.sql.files.ignoreCorruptFiles", false, "Go on after files that cannot be read.")
	IgnoreMissingFiles         = Bool("spark.sql.files.ignoreMissingFiles", false, "Go on after files that disappeared.")
	ParquetCompression         = OneOf("spark.sql.parquet.compression.codec", "snappy", []string{"NONE", "UNCOMPRESSED", "SNAPPY", "GZIP", "LZ4", "LZ4_RAW", "BROTLI", "ZSTD", "LZO"}, "Codec of Parquet files.")
	ParquetMergeSchema         = Bool("spark.sql.parquet.mergeSchema", false, "Merge the schemas of all Parquet files instead of taking one.")
	ParquetOutputTimestamp     = OneOf("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS", []string{"INT96", "TIMESTAMP_MICROS", "TIMESTAMP_MILLIS"}, "How timestamps are stored in Parquet files.")
	ParquetRebaseRead          = OneOf("spark.sql.parquet.datetimeRebaseModeInRead", "CORRECTED", []string{"EXCEPTION", "CORRECTED", "LEGACY"}, "Calendar of old dates in Parquet files that do not say it.")
	ParquetRebaseWrite         = OneOf("spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED", []string{"EXCEPTION", "CORRECTED", "LEGACY"}, "Calendar in which old dates are written to Parquet files.")
	ParquetInt96RebaseRead     = OneOf("spark.sql.parquet.int96RebaseModeInRead", "CORRECTED", []string{"EXCEPTION", "CORRECTED", "LEGACY"}, "Calendar of old INT96 timestamps in Parquet files that do not say it.")
	MaxRecordsPerFile          = Long("spark.sql.files.maxRecordsPerFile", 0, "Most rows of a file; 0 means no limit.")
)

// Delta tables.
var (
	DeltaAutoMerge              = Bool("spark.databricks.delta.schema.autoMerge.enabled", false, "Writes and MERGE add new columns of the source to the table.")
	DeltaRetentionCheck         = Bool("spark.databricks.delta.retentionDurationCheck.enabled", true, "Refuse VACUUM with a retention shorter than that of the table.")
	DeltaUserMetadata           = String("spark.databricks.delta.commitInfo.userMetadata", "", "Text recorded with every commit.", Unset)
	DeltaTxnAppID               = String("spark.databricks.delta.write.txnAppId", "", "Application id of idempotent writes.", Unset)
	DeltaTxnVersion             = String("spark.databricks.delta.write.txnVersion", "", "Version number of idempotent writes.", Unset)
	DeltaTxnAutoReset           = Bool("spark.databricks.delta.write.txnVersion.autoReset.enabled", false, "Forget the version number of idempotent writes after each use.")
	DeltaReplaceWhereCheck      = Bool("spark.databricks.delta.replaceWhere.constraintCheck.enabled", true, "Rows written with replaceWhere must satisfy it.")
	DeltaReplaceWhereData       = Bool("spark.databricks.delta.replaceWhere.dataColumns.enabled", true, "replaceWhere may use other columns than partition columns.")
	DeltaCheckLatestSchema      = Bool("spark.databricks.delta.checkLatestSchemaOnRead", true, "Fail when the schema changes between analysis and execution.")
	DeltaStatsCollect           = Bool("spark.databricks.delta.stats.collect", true, "Record statistics of the files that are written.")
	DeltaStatsSkipping          = Bool("spark.databricks.delta.stats.skipping", true, "Use statistics to skip files.")
	DeltaMergeRepartition       = Bool("spark.databricks.delta.merge.repartitionBeforeWrite.enabled", true, "Accepted: MERGE into partitioned tables always writes by partition.")
	DeltaMergeOptimizeInserts   = Bool("spark.databricks.delta.merge.optimizeInsertOnlyMerge.enabled", true, "Accepted: insert-only merges are always anti-joins.")
	DeltaCastingFollowsANSI     = Bool("spark.databricks.delta.updateAndMergeCastingFollowsAnsiEnabledFlag", false, "UPDATE and MERGE cast by spark.sql.ansi.enabled instead of the store assignment policy.")
	DeltaOptimizeMaxFileSize    = Bytes("spark.databricks.delta.optimize.maxFileSize", "1g", "Size that OPTIMIZE aims for.")
	DeltaOptimizeMinFileSize    = Bytes("spark.databricks.delta.optimize.minFileSize", "1g", "OPTIMIZE joins files smaller than this.")
	DeltaCommitLock             = Bool("spark.databricks.delta.commitLock.enabled", false, "Accepted: the store's put-if-absent decides every commit.", Unset)
	DeltaMaxCommitAttempts      = Int("spark.databricks.delta.maxCommitAttempts", 10000000, "Attempts of a commit before it gives up.")
	DeltaCheckpointPartSize     = Long("spark.databricks.delta.checkpoint.partSize", 0, "Actions of one part of a checkpoint; 0 means one part.")
	DeltaAllowArbitraryProperty = Bool("spark.databricks.delta.allowArbitraryProperties.enabled", false, "Allow table properties that start with delta. and that nobody knows.")
)

// The engine itself.
var (
	Threads      = Int("spark.flintlake.threads", 0, "Worker threads; 0 means one for each core, or the n of local[n].", Static)
	Memory       = String("spark.flintlake.memory", "60%", "Memory budget in bytes (8g) or as a part of the machine's or container's memory (60%).", Static, memorySize)
	SpillDir     = String("spark.flintlake.spill.dir", "", "Folder for data that do not fit into memory; empty means the system's temporary folder.", Static, Alternatives("spark.local.dir"))
	Master       = String("spark.master", "local[*]", "local, local[n] or local[*]; a remote is given by remote().", Static)
	AppName      = String("spark.app.name", "flintlake", "Name of the application, recorded in commits.", Static)
	Extensions   = String("spark.sql.extensions", "", "Accepted: Delta is built in.", Static, Unset)
	CatalogImpl  = String("spark.sql.catalogImplementation", "in-memory", "Accepted: tables are kept under the warehouse folder.", Static)
	SparkCatalog = String("spark.sql.catalog.spark_catalog", "", "Accepted: Delta is built in.", Unset)
	ShowProgress = Bool("spark.ui.showConsoleProgress", false, "Show a progress bar for long actions.")
)

// zoneID checks a time zone; Spark has a sub-condition of its own for it.
func zoneID(d *Declaration) {
	d.check = func(text string) error {
		if _, err := datetime.LoadZone(text); err != nil {
			return sparkerr.New("INVALID_CONF_VALUE.TIME_ZONE", "confName", d.Key, "confValue", text).WithCause(err)
		}
		return nil
	}
}

func memorySize(d *Declaration) {
	d.check = func(text string) error {
		if _, ok := MemoryBudget(text, 1<<40); !ok {
			return d.mismatch(text)
		}
		return nil
	}
}

// MemoryBudget turns the text of Memory into bytes, where total is the memory of the machine or container.
func MemoryBudget(text string, total int64) (bytes int64, ok bool) {
	if n := len(text); n > 1 && text[n-1] == '%' {
		percent, ok := parseLong(text[:n-1])
		return total / 100 * percent, ok && percent > 0 && percent <= 100
	}
	bytes, ok = ParseBytes(text, 1)
	return bytes, ok && bytes > 0
}
