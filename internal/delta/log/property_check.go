package log

import (
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// propertyKind says which values a table property takes.
type propertyKind uint8

const (
	anyText propertyKind = iota
	boolText
	positive  // whole number above 0
	fromMinus // whole number from -1
	intervalText
	isolationText
)

// tableProperties are the properties that Delta 4.4 knows (DeltaConfigs), by their names after "delta.".
var tableProperties = map[string]propertyKind{
	"minReaderVersion": positive, "minWriterVersion": positive, "ignoreProtocolDefaults": boolText,
	"appendOnly": boolText, "enableDeletionVectors": boolText, "enableChangeDataFeed": boolText, "enableChangeDataCapture": boolText,
	"enableRowTracking": boolText, "rowTrackingSuspended": boolText, "enableTypeWidening": boolText, "enableInCommitTimestamps": boolText,
	"enableVariantShredding": boolText, "enableIcebergCompatV1": boolText, "enableIcebergCompatV2": boolText, "enableIcebergCompatV3": boolText,
	"enableExpiredLogCleanup": boolText, "enableFullRetentionRollback": boolText, "writePartitionColumnsToParquet": boolText,
	"checkpoint.writeStatsAsJson": boolText, "checkpoint.writeStatsAsStruct": boolText, "autoOptimize": boolText,
	"autoOptimize.autoCompact": anyText, "autoOptimize.optimizeWrite": boolText, "randomizeFilePrefixes": boolText, "randomPrefixLength": positive,
	"checkpointInterval": positive, "dataSkippingNumIndexedCols": fromMinus, "dataSkippingStatsColumns": anyText, "dataSkippingStringPrefixLength": fromMinus,
	"logRetentionDuration": intervalText, "deletedFileRetentionDuration": intervalText, "setTransactionRetentionDuration": intervalText,
	"sampleRetentionDuration": intervalText, "checkpointRetentionDuration": intervalText,
	"isolationLevel": isolationText, "checkpointPolicy": anyText, "columnMapping.mode": anyText, "columnMapping.maxColumnId": fromMinus,
	"parquet.format.version": anyText, "universalFormat.enabledFormats": anyText, "castIcebergTimeType": boolText, "ignoreIcebergBucketPartition": boolText,
	"redirectReaderWriter-preview": anyText, "redirectWriterOnly-preview": anyText,
	"inCommitTimestampEnablementVersion": fromMinus, "inCommitTimestampEnablementTimestamp": fromMinus,
	"rowTracking.materializedRowIdColumnName": anyText, "rowTracking.materializedRowCommitVersionColumnName": anyText,
	"requireCheckpointProtectionBeforeVersion":     fromMinus,
	"coordinatedCommits.commitCoordinator-preview": anyText, "coordinatedCommits.commitCoordinatorConf-preview": anyText, "coordinatedCommits.tableConf-preview": anyText,
}

var propertyNames = func() map[string]string {
	byLower := make(map[string]string, len(tableProperties))
	for name := range tableProperties {
		byLower["delta."+strings.ToLower(name)] = "delta." + name
	}
	return byLower
}()

// CheckProperties returns the properties with Delta's spelling of their keys, or refuses: an unknown delta.* key gives
// DELTA_UNKNOWN_CONFIGURATION (unless arbitrary ones are allowed by spark.databricks.delta.allowArbitraryProperties.enabled), an interval that is
// none DELTA_INVALID_INTERVAL. Keys that do not start with "delta." are the user's own.
func CheckProperties(properties map[string]string, allowArbitrary bool) (map[string]string, error) {
	out := make(map[string]string, len(properties))
	for _, key := range sortedKeys(properties) {
		value := properties[key]
		lower := strings.ToLower(key)
		name, known := propertyNames[lower]
		switch {
		case known:
			if err := checkProperty(name, value); err != nil {
				return nil, err
			}
			out[name] = value
			continue
		case !strings.HasPrefix(lower, "delta."), strings.HasPrefix(lower, "delta.constraints."), strings.HasPrefix(lower, propFeaturePrefix),
			strings.HasPrefix(lower, "delta.universalformat.config."), allowArbitrary:
		default:
			return nil, sparkerr.New("DELTA_UNKNOWN_CONFIGURATION", "config", key, "disableCheckConfig", "spark.databricks.delta.allowArbitraryProperties.enabled")
		}
		out[key] = value
	}
	return out, nil
}

func checkProperty(name, value string) error {
	text := strings.TrimSpace(value)
	ok := true
	switch tableProperties[strings.TrimPrefix(name, "delta.")] {
	case boolText:
		ok = strings.EqualFold(text, "true") || strings.EqualFold(text, "false")
	case positive:
		n, err := strconv.Atoi(text)
		ok = err == nil && n > 0
	case fromMinus:
		n, err := strconv.ParseInt(text, 10, 64)
		ok = err == nil && n >= -1
	case intervalText:
		if _, valid := ParseInterval(text); !valid {
			return sparkerr.New("DELTA_INVALID_INTERVAL", "interval", value)
		}
	case isolationText:
		_, err := (&Metadata{Configuration: map[string]string{name: text}}).IsolationLevel()
		return err
	}
	if !ok {
		return sparkerr.New("DELTA_INVALID_TABLE_PROPERTY", "property", name, "value", value)
	}
	return nil
}
