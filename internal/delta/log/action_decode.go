package log

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/flintlake/flintlake/internal/delta/dv"
)

// decoder reads actions; it shares what repeats between them.
type decoder struct {
	jsonReader
	columns map[string]string // partition column names, to share one string
}

// actionSink receives the actions of a text in order. Unused fields may be nil: such actions are skipped unread.
type actionSink struct {
	info       func(*CommitInfo)
	protocol   func(*Protocol)
	metadata   func(*Metadata)
	add        func(AddFile)
	remove     func(RemoveFile)
	cdc        func(AddCDCFile)
	txn        func(SetTransaction)
	domain     func(DomainMetadata)
	sidecar    func(Sidecar)
	checkpoint func(CheckpointMetadata)
}

// errAction is a line that is not an action.
type errAction struct {
	line int
	err  error
}

func (e *errAction) Error() string { return e.err.Error() }

// decodeActions reads actions. The protocol wants one a line; objects over several lines, as other tools pretty-print
// them, are taken too. Fields and actions it does not know are skipped, as the protocol demands. The text must stay
// unchanged for as long as the actions live.
func decodeActions(text []byte, sink *actionSink) error {
	d := decoder{jsonReader: jsonReader{b: text}, columns: map[string]string{}}
	for {
		d.next()
		start := d.i
		if start == len(text) {
			return nil
		}
		isObject := d.object(func(kind string) { d.action(kind, sink) })
		if d.err == nil && (!isObject || !d.restOfLine()) {
			d.err = errJSON
		}
		if d.err != nil {
			return &errAction{1 + bytes.Count(text[:start], []byte{'\n'}), d.err}
		}
	}
}

// restOfLine skips what stands after an action on its line. Delta's JSON library ignores it too, but here it must not hold what could be
// another action, behind a damaged line break.
func (d *decoder) restOfLine() bool {
	for ; d.i < len(d.b) && d.b[d.i] != '\n'; d.i++ {
		if d.b[d.i] == '{' {
			return d.b[d.i-1] == '}' // two actions on one line
		}
	}
	return true
}

func (d *decoder) action(kind string, s *actionSink) {
	switch {
	case d.next() == 'n': // {"add":null} appears in checkpoints exported as JSON
		d.null()
	case kind == "add" && s.add != nil:
		s.add(d.add())
	case kind == "remove" && s.remove != nil:
		s.remove(d.remove())
	case kind == "cdc" && s.cdc != nil:
		s.cdc(d.cdc())
	case kind == "commitInfo" && s.info != nil:
		s.info(d.commitInfo())
	case kind == "metaData" && s.metadata != nil:
		s.metadata(d.metadata())
	case kind == "protocol" && s.protocol != nil:
		s.protocol(d.protocol())
	case kind == "txn" && s.txn != nil:
		s.txn(d.txn())
	case kind == "domainMetadata" && s.domain != nil:
		s.domain(d.domain())
	case kind == "sidecar" && s.sidecar != nil:
		s.sidecar(d.sidecar())
	case kind == "checkpointMetadata" && s.checkpoint != nil:
		s.checkpoint(d.checkpoint())
	default:
		d.skip(0)
	}
}

var errNoPath = errors.New("file action without a path")

func (d *decoder) add() (a AddFile) {
	d.object(func(key string) {
		switch key {
		case "path":
			a.Path = d.string()
		case "partitionValues":
			a.PartitionValues = d.partitionValues()
		case "size":
			a.Size = d.int64()
		case "modificationTime":
			a.ModificationTime = d.int64()
		case "dataChange":
			a.DataChange = d.bool()
		case "stats":
			a.Stats = d.string()
		case "tags":
			a.Tags = d.tags()
		case "deletionVector":
			a.DeletionVector = d.deletionVector()
		case "baseRowId":
			a.BaseRowID = d.int64Ptr()
		case "defaultRowCommitVersion":
			a.DefaultRowCommitVersion = d.int64Ptr()
		case "clusteringProvider":
			a.ClusteringProvider = d.string()
		default:
			d.skip(0)
		}
	})
	d.needPath(a.Path)
	return a
}

func (d *decoder) needPath(path string) {
	if path == "" && d.err == nil {
		d.err = errNoPath
	}
}

func (d *decoder) remove() (r RemoveFile) {
	r.DataChange = true
	d.object(func(key string) {
		switch key {
		case "path":
			r.Path = d.string()
		case "deletionTimestamp":
			r.DeletionTimestamp = d.int64Ptr()
		case "dataChange":
			r.DataChange = d.bool()
		case "extendedFileMetadata":
			r.ExtendedFileMetadata = d.boolPtr()
		case "partitionValues":
			r.PartitionValues = d.partitionValues()
		case "size":
			r.Size = d.int64Ptr()
		case "tags":
			r.Tags = d.tags()
		case "deletionVector":
			r.DeletionVector = d.deletionVector()
		case "baseRowId":
			r.BaseRowID = d.int64Ptr()
		case "defaultRowCommitVersion":
			r.DefaultRowCommitVersion = d.int64Ptr()
		case "stats":
			r.Stats = d.string()
		default:
			d.skip(0)
		}
	})
	d.needPath(r.Path)
	return r
}

func (d *decoder) cdc() (c AddCDCFile) {
	d.object(func(key string) {
		switch key {
		case "path":
			c.Path = d.string()
		case "partitionValues":
			c.PartitionValues = d.partitionValues()
		case "size":
			c.Size = d.int64()
		case "tags":
			c.Tags = d.tags()
		default:
			d.skip(0)
		}
	})
	d.needPath(c.Path)
	return c
}

func (d *decoder) boolPtr() *bool {
	if d.null() {
		return nil
	}
	b := d.bool()
	return &b
}

func (d *decoder) tags() map[string]string {
	if m := d.stringMap(); len(m) > 0 {
		return m
	}
	return nil
}

func (d *decoder) partitionValues() PartitionValues {
	var p PartitionValues
	d.object(func(key string) {
		name, ok := d.columns[key]
		if !ok {
			name = key
			d.columns[key] = key
		}
		value, null := d.stringOrNull()
		p = append(p, PartitionValue{name, value, null})
	})
	return p
}

func (d *decoder) deletionVector() *dv.Descriptor {
	v := &dv.Descriptor{}
	if !d.object(func(key string) {
		switch key {
		case "storageType":
			v.StorageType = d.string()
		case "pathOrInlineDv":
			v.PathOrInline = d.string()
		case "offset":
			if n := d.int64Ptr(); n != nil {
				offset := int32(*n)
				v.Offset = &offset
			}
		case "sizeInBytes":
			v.SizeInBytes = int32(d.int64())
		case "cardinality":
			v.Cardinality = d.int64()
		default:
			d.skip(0)
		}
	}) {
		return nil
	}
	return v
}

func (d *decoder) protocol() *Protocol {
	p := &Protocol{}
	d.object(func(key string) {
		switch key {
		case "minReaderVersion":
			p.MinReaderVersion = int(d.int64())
		case "minWriterVersion":
			p.MinWriterVersion = int(d.int64())
		case "readerFeatures":
			p.ReaderFeatures = d.strings()
		case "writerFeatures":
			p.WriterFeatures = d.strings()
		default:
			d.skip(0)
		}
	})
	return p
}

func (d *decoder) metadata() *Metadata {
	m := &Metadata{Provider: "parquet"}
	d.object(func(key string) {
		switch key {
		case "id":
			m.ID = d.string()
		case "name":
			m.Name = d.string()
		case "description":
			m.Description = d.string()
		case "format":
			d.object(func(key string) {
				switch key {
				case "provider":
					m.Provider = d.string()
				case "options":
					m.Options = d.stringMap()
				default:
					d.skip(0)
				}
			})
		case "schemaString":
			m.SchemaString = d.string()
		case "partitionColumns":
			m.PartitionColumns = d.strings()
		case "configuration":
			m.Configuration = d.stringMap()
		case "createdTime":
			m.CreatedTime = d.int64Ptr()
		default:
			d.skip(0)
		}
	})
	return m
}

func (d *decoder) txn() (t SetTransaction) {
	d.object(func(key string) {
		switch key {
		case "appId":
			t.AppID = d.string()
		case "version":
			t.Version = d.int64()
		case "lastUpdated":
			t.LastUpdated = d.int64Ptr()
		default:
			d.skip(0)
		}
	})
	return t
}

func (d *decoder) domain() (m DomainMetadata) {
	d.object(func(key string) {
		switch key {
		case "domain":
			m.Domain = d.string()
		case "configuration":
			m.Configuration = d.string()
		case "removed":
			m.Removed = d.bool()
		default:
			d.skip(0)
		}
	})
	return m
}

func (d *decoder) sidecar() (s Sidecar) {
	d.object(func(key string) {
		switch key {
		case "path":
			s.Path = d.string()
		case "sizeInBytes":
			s.SizeInBytes = d.int64()
		case "modificationTime":
			s.ModificationTime = d.int64()
		case "tags":
			s.Tags = d.tags()
		default:
			d.skip(0)
		}
	})
	d.needPath(s.Path)
	return s
}

func (d *decoder) checkpoint() (c CheckpointMetadata) {
	d.object(func(key string) {
		switch key {
		case "version":
			c.Version = d.int64()
		case "tags":
			c.Tags = d.tags()
		default:
			d.skip(0)
		}
	})
	return c
}

func (d *decoder) commitInfo() *CommitInfo {
	raw := d.raw()
	c, err := parseCommitInfo(raw)
	if err != nil && d.err == nil {
		d.err = err
	}
	return c
}

func parseCommitInfo(raw []byte) (*CommitInfo, error) {
	c := &CommitInfo{}
	if err := json.Unmarshal(raw, c); err != nil { // free-form for writers: a wrong type in it must not make the table unreadable
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, errJSON
		}
	}
	return c, nil
}
