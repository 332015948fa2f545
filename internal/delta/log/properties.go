package log

import (
	"strconv"
	"strings"
	"time"
)

// Table properties that the log itself obeys (Delta's DeltaConfigs).
const (
	propAppendOnly           = "delta.appendOnly"
	propCheckpointInterval   = "delta.checkpointInterval"
	propCheckpointPolicy     = "delta.checkpointPolicy"
	propStatsAsJSON          = "delta.checkpoint.writeStatsAsJson"
	propStatsAsStruct        = "delta.checkpoint.writeStatsAsStruct"
	propColumnMappingMode    = "delta.columnMapping.mode"
	propDeletedFileRetention = "delta.deletedFileRetentionDuration"
	propLogRetention         = "delta.logRetentionDuration"
	propInCommitTimestamps   = "delta.enableInCommitTimestamps"
	propICTVersion           = "delta.inCommitTimestampEnablementVersion"
	propICTTimestamp         = "delta.inCommitTimestampEnablementTimestamp"
	propIsolationLevel       = "delta.isolationLevel"
	propIndexedColumns       = "delta.dataSkippingNumIndexedCols"
	propStatsColumns         = "delta.dataSkippingStatsColumns"
	propDeletionVectors      = "delta.enableDeletionVectors"
)

func (m *Metadata) isTrue(key string) bool { return strings.EqualFold(m.Property(key), "true") }

// AppendOnly forbids removing rows.
func (m *Metadata) AppendOnly() bool { return m.isTrue(propAppendOnly) }

// DeletionVectors tells whether new deletion vectors may be written.
func (m *Metadata) DeletionVectors() bool { return m.isTrue(propDeletionVectors) }

// InCommitTimestamps tells whether commits carry their time.
func (m *Metadata) InCommitTimestamps() bool { return m.isTrue(propInCommitTimestamps) }

// ColumnMappingMode is "none", "name" or "id", in lower case.
func (m *Metadata) ColumnMappingMode() string {
	if mode := m.Property(propColumnMappingMode); mode != "" {
		return strings.ToLower(mode)
	}
	return "none"
}

// IsPartitionColumn tells whether a column partitions the table; names have no case.
func (m *Metadata) IsPartitionColumn(name string) bool {
	for _, p := range m.PartitionColumns {
		if strings.EqualFold(p, name) {
			return true
		}
	}
	return false
}

func (m *Metadata) intProperty(key string, def int64) int64 {
	if n, err := strconv.ParseInt(strings.TrimSpace(m.Property(key)), 10, 64); err == nil {
		return n
	}
	return def
}

// CheckpointInterval is the number of commits between checkpoints.
func (m *Metadata) CheckpointInterval() int64 {
	return max(1, m.intProperty(propCheckpointInterval, 10))
}

// DeletedFileRetention is how long removed files stay readable by old versions.
func (m *Metadata) DeletedFileRetention() time.Duration {
	return m.interval(propDeletedFileRetention, 7*24*time.Hour)
}

// LogRetention is how long log entries are kept.
func (m *Metadata) LogRetention() time.Duration { return m.interval(propLogRetention, 30*24*time.Hour) }

func (m *Metadata) interval(key string, def time.Duration) time.Duration {
	if d, ok := ParseInterval(m.Property(key)); ok {
		return d
	}
	return def
}

var intervalUnits = map[string]time.Duration{
	"week": 7 * 24 * time.Hour, "day": 24 * time.Hour, "hour": time.Hour, "minute": time.Minute, "second": time.Second,
	"millisecond": time.Millisecond, "microsecond": time.Microsecond,
}

// ParseInterval reads the text of an interval property: "interval 1 week", "30 days", "interval 2 hours 30 minutes". Months
// and years have no fixed length and are refused, as in Delta.
func ParseInterval(s string) (d time.Duration, ok bool) {
	words := strings.Fields(strings.ToLower(s))
	if len(words) > 0 && words[0] == "interval" {
		words = words[1:]
	}
	if len(words) == 0 || len(words)%2 != 0 {
		return 0, false
	}
	for i := 0; i < len(words); i += 2 {
		n, err := strconv.ParseFloat(strings.Trim(words[i], "'"), 64)
		unit, known := intervalUnits[strings.TrimSuffix(strings.Trim(words[i+1], "'"), "s")]
		if err != nil || !known {
			return 0, false
		}
		d += time.Duration(n * float64(unit))
	}
	return d, true
}
