package log

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// IsolationLevel is how far commits are protected from each other.
type IsolationLevel string

const (
	// Serializable: the result is as if commits ran one after the other in log order. Delta's default.
	Serializable IsolationLevel = "Serializable"
	// WriteSerializable lets blind appends pass transactions that should have read them.
	WriteSerializable IsolationLevel = "WriteSerializable"
	// SnapshotIsolation is for commits that change no data: what others add does not matter to them.
	SnapshotIsolation IsolationLevel = "SnapshotIsolation"
)

// IsolationLevel is the table's level.
func (m *Metadata) IsolationLevel() (IsolationLevel, error) {
	switch p := m.Property(propIsolationLevel); {
	case p == "", strings.EqualFold(p, string(Serializable)):
		return Serializable, nil
	case strings.EqualFold(p, string(WriteSerializable)):
		return WriteSerializable, nil
	default:
		return "", sparkerr.New("DELTA_INVALID_ISOLATION_LEVEL", "isolationLevel", p)
	}
}

// isolation is Delta's choice (OptimisticTransaction.getIsolationLevelToUse).
func (x *Transaction) isolation(actions []Action, op Operation) IsolationLevel {
	if op.Isolation != "" {
		return op.Isolation
	}
	level, err := x.Metadata().IsolationLevel()
	if err != nil { // validate has refused it
		level = Serializable
	}
	if x.metadata != nil || x.protocol != nil {
		return level
	}
	for _, a := range actions {
		switch a := a.(type) {
		case *AddFile:
			if a.DataChange {
				return level
			}
		case *RemoveFile:
			if a.DataChange {
				return level
			}
		case *AddCDCFile:
		default:
			return level
		}
	}
	return SnapshotIsolation
}

// validate refuses actions that the table does not allow.
func (x *Transaction) validate(actions []Action) error {
	p, m := x.Protocol(), x.Metadata()
	if p == nil || m == nil {
		return sparkerr.Internal("a new table needs metadata")
	}
	if err := p.CheckWritable(x.table.Name()); err != nil {
		return err
	}
	if x.read != nil {
		if err := x.read.Protocol.CheckWritable(x.table.Name()); err != nil {
			return err
		}
	}
	if _, err := m.IsolationLevel(); err != nil {
		return err
	}
	domains := map[string]bool{}
	for _, a := range actions {
		switch a := a.(type) {
		case *AddFile:
			if a.DeletionVector != nil && !p.Supports("deletionVectors") {
				return sparkerr.New("DELTA_ADDING_DELETION_VECTORS_DISALLOWED")
			}
			if len(a.PartitionValues) != len(m.PartitionColumns) {
				return sparkerr.Internal("file %s has %d partition values, the table %d partition columns", a.Path, len(a.PartitionValues), len(m.PartitionColumns))
			}
		case *RemoveFile:
			if a.DataChange && m.AppendOnly() {
				return sparkerr.New("DELTA_CANNOT_MODIFY_APPEND_ONLY", "table_name", x.table.Name(), "config", propAppendOnly)
			}
		case *DomainMetadata:
			if !p.Supports("domainMetadata") {
				return sparkerr.New("DELTA_DOMAIN_METADATA_NOT_SUPPORTED", "domainNames", a.Domain)
			}
			if domains[a.Domain] {
				return sparkerr.Internal("two actions for the metadata domain %s", a.Domain)
			}
			domains[a.Domain] = true
		case *Protocol, *Metadata, *CommitInfo:
			return sparkerr.Internal("protocol, metadata and commitInfo are set on the transaction, not passed to Commit")
		}
	}
	return nil
}

// blindAppend tells whether the commit only adds and depends on nothing that it read.
func (a *attempt) blindAppend() bool {
	if a.wholeTable || len(a.matchers) > 0 || len(a.files) > 0 {
		return false
	}
	for _, action := range a.actions {
		switch action.(type) {
		case *RemoveFile, *AddCDCFile:
			return false
		}
	}
	return true
}

// content is the log entry for a version, as bytes and parsed. It depends on head: timestamps, row ids.
func (a *attempt) content(version int64) ([]byte, *Commit) {
	now := a.now()
	blind := a.blindAppend()
	info := &CommitInfo{
		Timestamp: millis(now), Operation: a.op.Name, Parameters: a.op.Parameters, IsolationLevel: string(a.isolation), IsBlindAppend: &blind,
		Metrics: a.op.Metrics, UserMetadata: a.op.UserMetadata, Tags: a.op.Tags, EngineInfo: a.table.opts.EngineInfo, TxnID: a.id,
	}
	if info.Metrics == nil {
		info.Metrics = Metrics{}
	}
	if v := version - 1; v >= 0 {
		read := a.readVersion()
		info.ReadVersion = &read
	}
	metadata := a.metadata
	if a.Metadata().InCommitTimestamps() {
		stamp := max(now, a.head.lastInCommit()+1)
		info.InCommitTimestamp = &stamp
		info.Timestamp = millis(stamp)
		metadata = a.stampEnablement(version, stamp)
	}
	all := make([]Action, 0, len(a.actions)+4)
	all = append(all, info)
	if metadata != nil {
		all = append(all, metadata)
	}
	if a.protocol != nil {
		all = append(all, a.protocol)
	}
	all = append(all, a.withRowIDs(version)...)
	return encodeActions(all), commitOf(version, all)
}

func commitOf(version int64, actions []Action) *Commit {
	c := &Commit{Version: version}
	for _, a := range actions {
		switch a := a.(type) {
		case *CommitInfo:
			c.Info = a
		case *Protocol:
			c.Protocol = a
		case *Metadata:
			c.Metadata = a
		case *AddFile:
			c.Adds = append(c.Adds, *a)
		case *RemoveFile:
			c.Removes = append(c.Removes, *a)
		case *AddCDCFile:
			c.CDC = append(c.CDC, *a)
		case *SetTransaction:
			c.Txns = append(c.Txns, *a)
		case *DomainMetadata:
			c.Domains = append(c.Domains, *a)
		}
	}
	return c
}

// lastInCommit is the in-commit timestamp of s, 0 when it has none.
func (s *Snapshot) lastInCommit() int64 {
	if s == nil || s.info == nil || s.info.InCommitTimestamp == nil {
		return 0
	}
	return *s.info.InCommitTimestamp
}

// stampEnablement records since when commits carry their time, when this commit switches that on for an existing table.
func (a *attempt) stampEnablement(version, stamp int64) *Metadata {
	if a.metadata == nil || a.read == nil || a.read.Metadata.InCommitTimestamps() {
		return a.metadata
	}
	m := *a.metadata
	m.Configuration = maps.Clone(m.Configuration)
	m.Configuration[propICTVersion] = strconv.FormatInt(version, 10)
	m.Configuration[propICTTimestamp] = strconv.FormatInt(stamp, 10)
	return &m
}

// rowTrackingDomain holds the highest row id given out (Delta protocol, section Row Tracking).
const rowTrackingDomain = "delta.rowTracking"

// withRowIDs gives fresh row ids to files that have none, when the table tracks rows.
func (a *attempt) withRowIDs(version int64) []Action {
	if !a.Protocol().Supports("rowTracking") {
		return a.actions
	}
	mark := int64(-1)
	if a.head != nil {
		mark = a.head.rowIDMark()
	}
	out := make([]Action, 0, len(a.actions)+1)
	before := mark
	for _, action := range a.actions {
		add, ok := action.(*AddFile)
		if !ok {
			out = append(out, action)
			continue
		}
		f := *add
		if n, known := f.NumRecords(); f.BaseRowID == nil && known {
			first := mark + 1
			f.BaseRowID = &first
			mark += n
		}
		if f.DefaultRowCommitVersion == nil {
			f.DefaultRowCommitVersion = &version
		}
		out = append(out, &f)
	}
	if mark != before {
		out = append(out, &DomainMetadata{Domain: rowTrackingDomain, Configuration: fmt.Sprintf(`{"rowIdHighWaterMark":%d}`, mark)})
	}
	return out
}

func (s *Snapshot) rowIDMark() int64 {
	text, ok := s.Domain(rowTrackingDomain)
	mark := struct {
		RowIDHighWaterMark int64 `json:"rowIdHighWaterMark"`
	}{-1}
	if !ok || json.Unmarshal([]byte(text), &mark) != nil {
		return -1
	}
	return mark.RowIDHighWaterMark
}
