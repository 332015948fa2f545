package log

import (
	"strings"

	"github.com/flintlake/flintlake/internal/delta/dv"
)

// Action is one entry of the log: a pointer to one of the structs below (Delta protocol, section Actions).
type Action interface{ appendJSON(w *jsonWriter) }

// Protocol says which readers and writers may touch the table. Features are nil below reader 3 and writer 7.
type Protocol struct {
	MinReaderVersion int
	MinWriterVersion int
	ReaderFeatures   []string
	WriterFeatures   []string
}

// Metadata describes the table. Two of the fields repeat what SchemaString says: use Snapshot.Schema for the parsed form.
type Metadata struct {
	ID               string
	Name             string
	Description      string
	Provider         string            // format.provider, always "parquet"
	Options          map[string]string // format.options
	SchemaString     string            // JSON of a struct type, "" for a table without columns
	PartitionColumns []string          // logical names, in order
	Configuration    map[string]string
	CreatedTime      *int64 // milliseconds since the epoch
}

// AddFile makes a data file part of the table.
type AddFile struct {
	// Path is as in the log: URI-encoded, relative to the table or absolute. DecodePath gives the name in the store.
	Path             string
	PartitionValues  PartitionValues
	Size             int64
	ModificationTime int64 // milliseconds since the epoch
	DataChange       bool
	// Stats is the JSON text of the file's statistics, "" when there are none; ParseStats reads it.
	Stats                   string
	Tags                    map[string]string
	DeletionVector          *dv.Descriptor
	BaseRowID               *int64
	DefaultRowCommitVersion *int64
	ClusteringProvider      string
}

// RemoveFile takes a data file out; it stays as a tombstone for the retention time.
type RemoveFile struct {
	Path                    string
	DeletionTimestamp       *int64 // milliseconds
	DataChange              bool
	ExtendedFileMetadata    *bool
	PartitionValues         PartitionValues
	Size                    *int64
	Tags                    map[string]string
	DeletionVector          *dv.Descriptor
	BaseRowID               *int64
	DefaultRowCommitVersion *int64
	Stats                   string
}

// AddCDCFile is a file of change rows of one commit.
type AddCDCFile struct {
	Path            string
	PartitionValues PartitionValues
	Size            int64
	Tags            map[string]string
}

// SetTransaction records how far an application (a streaming query) has written.
type SetTransaction struct {
	AppID       string
	Version     int64
	LastUpdated *int64 // milliseconds
}

// DomainMetadata is a named configuration of a feature or a user; Removed ends it.
type DomainMetadata struct {
	Domain        string
	Configuration string
	Removed       bool
}

// Sidecar names a file that holds the adds and removes of a v2 checkpoint.
type Sidecar struct {
	Path             string // name below _delta_log/_sidecars, or absolute
	SizeInBytes      int64
	ModificationTime int64
	Tags             map[string]string
}

// CheckpointMetadata marks a v2 checkpoint.
type CheckpointMetadata struct {
	Version int64
	Tags    map[string]string
}

// PartitionValue is the value of one partition column in its text form. Null: the value is NULL.
type PartitionValue struct {
	Column string // physical name
	Value  string
	Null   bool
}

// PartitionValues are a file's values, one per partition column. A slice, since maps of a million files cost gigabytes.
type PartitionValues []PartitionValue

// Get finds a column's text; ok is false when the log does not list it. The empty string means NULL, as the protocol says.
func (p PartitionValues) Get(column string) (text string, null, ok bool) {
	for i := range p {
		if p[i].Column == column {
			return p[i].Value, p[i].Null || p[i].Value == "", true
		}
	}
	return "", true, false
}

// fileKey identifies a logical file: the same data file with another deletion vector is another logical file.
type fileKey struct{ path, dv string }

func (a *AddFile) key() fileKey    { return fileKey{a.Path, a.DeletionVector.UniqueID()} }
func (r *RemoveFile) key() fileKey { return fileKey{r.Path, r.DeletionVector.UniqueID()} }

// Remove is the action that takes the file out, at a time in milliseconds.
func (a *AddFile) Remove(deletionTimestamp int64, dataChange bool) *RemoveFile {
	extended := true
	size := a.Size
	return &RemoveFile{
		Path: a.Path, DeletionTimestamp: &deletionTimestamp, DataChange: dataChange, ExtendedFileMetadata: &extended,
		PartitionValues: a.PartitionValues, Size: &size, Tags: a.Tags, DeletionVector: a.DeletionVector,
		BaseRowID: a.BaseRowID, DefaultRowCommitVersion: a.DefaultRowCommitVersion, Stats: a.Stats,
	}
}

// HasFeature tells whether a table feature is listed for reading or writing.
func (p *Protocol) HasFeature(name string) bool {
	for _, l := range [][]string{p.WriterFeatures, p.ReaderFeatures} {
		for _, f := range l {
			if f == name {
				return true
			}
		}
	}
	return false
}

// Property is a table property by its key, without case; "" when it is not set.
func (m *Metadata) Property(key string) string {
	if v, ok := m.Configuration[key]; ok {
		return v
	}
	for k, v := range m.Configuration {
		if strings.EqualFold(k, key) {
			return v
		}
	}
	return ""
}

// Commit is the content of one log entry, sorted by kind. The order of actions within a version has no meaning.
type Commit struct {
	Version  int64
	Modified int64 // milliseconds: modification time of the file
	Info     *CommitInfo
	Protocol *Protocol
	Metadata *Metadata
	Adds     []AddFile
	Removes  []RemoveFile
	CDC      []AddCDCFile
	Txns     []SetTransaction
	Domains  []DomainMetadata
}

// Timestamp is the commit's time in milliseconds: in-commit if it has one, else when its file was written.
func (c *Commit) Timestamp() int64 {
	if c.Info != nil && c.Info.InCommitTimestamp != nil {
		return *c.Info.InCommitTimestamp
	}
	return c.Modified
}
