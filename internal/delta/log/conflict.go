package log

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// conflictChecks are all reasons why a commit cannot follow one that it did not see, in the order in which they are reported:
// first what makes the plan itself void (protocol, metadata), then promises between applications, then files: what should have been
// read, what was read and is gone, what both delete. The order is that of Delta's ConflictChecker, since callers see only the first.
var conflictChecks = []struct {
	name  string
	check func(*attempt, *Commit) error
}{
	{"protocol", (*attempt).checkProtocol},
	{"metadata", (*attempt).checkMetadata},
	{"domains", (*attempt).checkDomains},
	{"application ids", (*attempt).checkTxns},
	{"added files against reads", (*attempt).checkAdded},
	{"deleted files against reads", (*attempt).checkDeletedRead},
	{"deleted files against deletes", (*attempt).checkDeletedTwice},
}

// check compares the transaction with a commit that won.
func (a *attempt) check(w *Commit) error {
	for _, c := range conflictChecks {
		if err := c.check(a, w); err != nil {
			return err
		}
	}
	return nil
}

// checkProtocol: a new protocol must still be one that we can write, and two changes of it exclude each other. So do two
// creations of the table.
func (a *attempt) checkProtocol(w *Commit) error {
	if w.Protocol == nil {
		return nil
	}
	if err := w.Protocol.CheckWritable(a.table.Name()); err != nil {
		return err
	}
	switch {
	case w.Version == 0:
		return a.conflict("DELTA_PROTOCOL_CHANGED", w, "additionalInfo", "The table was created meanwhile.")
	case a.protocol != nil:
		return a.conflict("DELTA_PROTOCOL_CHANGED", w, "additionalInfo", "")
	}
	return nil
}

// checkMetadata: files written for one schema or partitioning do not fit another.
func (a *attempt) checkMetadata(w *Commit) error {
	if w.Metadata == nil || a.read != nil && sameMetadata(w.Metadata, a.read.Metadata) {
		return nil
	}
	return a.conflict("DELTA_METADATA_CHANGED", w)
}

// sameMetadata compares all that has a meaning.
func sameMetadata(a, b *Metadata) bool {
	return a.ID == b.ID && a.Name == b.Name && a.Description == b.Description && a.SchemaString == b.SchemaString &&
		slices.Equal(a.PartitionColumns, b.PartitionColumns) && maps.Equal(a.Configuration, b.Configuration)
}

// checkDomains: each domain has one writer at a time. Row ids are given out anew on every try.
func (a *attempt) checkDomains(w *Commit) error {
	for _, action := range a.actions {
		d, ok := action.(*DomainMetadata)
		if !ok || d.Domain == rowTrackingDomain {
			continue
		}
		if slices.ContainsFunc(w.Domains, func(o DomainMetadata) bool { return o.Domain == d.Domain }) {
			return a.conflict("DELTA_DOMAIN_METADATA_CONFLICT", w, "domainName", d.Domain)
		}
	}
	return nil
}

// checkTxns: an application must not write the same batch twice.
func (a *attempt) checkTxns(w *Commit) error {
	for _, t := range w.Txns {
		if a.apps[t.AppID] {
			return a.conflict("DELTA_CONCURRENT_TRANSACTION", w, "appId", t.AppID)
		}
	}
	return nil
}

// checkAdded: a file that a scan of this transaction would have seen.
func (a *attempt) checkAdded(w *Commit) error {
	blind := w.Info != nil && w.Info.IsBlindAppend != nil && *w.Info.IsBlindAppend
	if a.isolation == SnapshotIsolation || a.isolation == WriteSerializable && blind && a.metadata == nil {
		return nil
	}
	for i := range w.Adds {
		if f := &w.Adds[i]; !a.settled[f.Path] && a.shouldHaveRead(f) {
			return a.fileConflict("DELTA_CONCURRENT_APPEND", w, f.PartitionValues)
		}
	}
	return nil
}

func (a *attempt) shouldHaveRead(f *AddFile) bool {
	return a.wholeTable || slices.ContainsFunc(a.matchers, func(m Matcher) bool { return m.MayMatch(f) })
}

// checkDeletedRead: a file that this transaction read is not what it was.
func (a *attempt) checkDeletedRead(w *Commit) error {
	for i := range w.Removes {
		if r := &w.Removes[i]; !a.settled[r.Path] && (a.wholeTable || a.files[r.Path]) {
			return a.fileConflict("DELTA_CONCURRENT_DELETE_READ", w, r.PartitionValues)
		}
	}
	return nil
}

// checkDeletedTwice: both delete one file, so rows that one of them kept would come twice.
func (a *attempt) checkDeletedTwice(w *Commit) error {
	gone := make(map[string]PartitionValues, len(w.Removes))
	for i := range w.Removes {
		gone[w.Removes[i].Path] = w.Removes[i].PartitionValues
	}
	for _, action := range a.actions {
		if r, ok := action.(*RemoveFile); ok {
			if p, twice := gone[r.Path]; twice && !a.settled[r.Path] {
				return a.fileConflict("DELTA_CONCURRENT_DELETE_DELETE", w, p)
			}
		}
	}
	return nil
}

func (a *attempt) fileConflict(condition string, w *Commit, p PartitionValues) error {
	if len(p) == 0 {
		return a.conflict(condition+".WITHOUT_HINT", w)
	}
	parts := make([]string, len(p))
	for i := range p {
		value := p[i].Value
		if p[i].Null {
			value = "null"
		}
		parts[i] = p[i].Column + "=" + value
	}
	return a.conflict(condition+".WITH_PARTITION_HINT", w, "partitionValues", "["+strings.Join(parts, ", ")+"]")
}

func (a *attempt) conflict(condition string, w *Commit, params ...string) error {
	operation := "operation"
	if w.Info != nil && w.Info.Operation != "" {
		operation = w.Info.Operation
	}
	return sparkerr.New(condition, append(params, "operation", operation, "tableName", a.table.Name(), "version", fmt.Sprint(w.Version))...)
}
