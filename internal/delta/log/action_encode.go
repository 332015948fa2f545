package log

import "github.com/flintlake/flintlake/internal/delta/dv"

// encodeActions is the text of a log entry: one action a line, in the given order, fields in Delta's order.
func encodeActions(actions []Action) []byte {
	w := &jsonWriter{b: make([]byte, 0, 512*len(actions))}
	for _, a := range actions {
		w.comma = false
		a.appendJSON(w)
		w.b = append(w.b, '\n')
	}
	return w.b
}

// wrap writes {"kind":{…}}.
func (w *jsonWriter) wrap(kind string, fields func()) {
	w.open('{')
	w.key(kind)
	w.open('{')
	fields()
	w.close('}')
	w.close('}')
}

func (p *Protocol) appendJSON(w *jsonWriter) {
	w.wrap("protocol", func() {
		w.intField("minReaderVersion", int64(p.MinReaderVersion))
		w.intField("minWriterVersion", int64(p.MinWriterVersion))
		if p.MinReaderVersion >= 3 {
			w.stringsField("readerFeatures", p.ReaderFeatures)
		}
		if p.MinWriterVersion >= 7 {
			w.stringsField("writerFeatures", p.WriterFeatures)
		}
	})
}

func (m *Metadata) appendJSON(w *jsonWriter) {
	w.wrap("metaData", func() {
		w.stringField("id", m.ID)
		w.stringOpt("name", m.Name)
		w.stringOpt("description", m.Description)
		w.key("format")
		w.open('{')
		w.stringField("provider", m.Provider)
		w.mapField("options", m.Options)
		w.close('}')
		w.stringField("schemaString", m.SchemaString)
		w.stringsField("partitionColumns", m.PartitionColumns)
		w.mapField("configuration", m.Configuration)
		w.intOpt("createdTime", m.CreatedTime)
	})
}

func (w *jsonWriter) partitionValues(p PartitionValues) {
	w.key("partitionValues")
	w.open('{')
	for i := range p {
		w.key(p[i].Column)
		if p[i].Null {
			w.raw("null")
		} else {
			w.string(p[i].Value)
		}
	}
	w.close('}')
}

func (w *jsonWriter) deletionVector(v *dv.Descriptor) {
	if v == nil {
		return
	}
	w.key("deletionVector")
	w.open('{')
	w.stringField("storageType", v.StorageType)
	w.stringField("pathOrInlineDv", v.PathOrInline)
	if v.Offset != nil {
		w.intField("offset", int64(*v.Offset))
	}
	w.intField("sizeInBytes", int64(v.SizeInBytes))
	w.intField("cardinality", v.Cardinality)
	w.close('}')
}

func (w *jsonWriter) tags(m map[string]string) {
	if m != nil {
		w.mapField("tags", m)
	}
}

func (a *AddFile) appendJSON(w *jsonWriter) {
	w.wrap("add", func() {
		w.stringField("path", a.Path)
		w.partitionValues(a.PartitionValues)
		w.intField("size", a.Size)
		w.intField("modificationTime", a.ModificationTime)
		w.boolField("dataChange", a.DataChange)
		w.stringOpt("stats", a.Stats)
		w.tags(a.Tags)
		w.deletionVector(a.DeletionVector)
		w.intOpt("baseRowId", a.BaseRowID)
		w.intOpt("defaultRowCommitVersion", a.DefaultRowCommitVersion)
		w.stringOpt("clusteringProvider", a.ClusteringProvider)
	})
}

func (r *RemoveFile) appendJSON(w *jsonWriter) {
	w.wrap("remove", func() {
		w.stringField("path", r.Path)
		w.intOpt("deletionTimestamp", r.DeletionTimestamp)
		w.boolField("dataChange", r.DataChange)
		w.boolOpt("extendedFileMetadata", r.ExtendedFileMetadata)
		if r.ExtendedFileMetadata != nil && *r.ExtendedFileMetadata {
			w.partitionValues(r.PartitionValues)
			w.intOpt("size", r.Size)
			w.tags(r.Tags)
		}
		w.deletionVector(r.DeletionVector)
		w.intOpt("baseRowId", r.BaseRowID)
		w.intOpt("defaultRowCommitVersion", r.DefaultRowCommitVersion)
		w.stringOpt("stats", r.Stats)
	})
}

func (c *AddCDCFile) appendJSON(w *jsonWriter) {
	w.wrap("cdc", func() {
		w.stringField("path", c.Path)
		w.partitionValues(c.PartitionValues)
		w.intField("size", c.Size)
		w.tags(c.Tags)
		w.boolField("dataChange", false)
	})
}

func (t *SetTransaction) appendJSON(w *jsonWriter) {
	w.wrap("txn", func() {
		w.stringField("appId", t.AppID)
		w.intField("version", t.Version)
		w.intOpt("lastUpdated", t.LastUpdated)
	})
}

func (d *DomainMetadata) appendJSON(w *jsonWriter) {
	w.wrap("domainMetadata", func() {
		w.stringField("domain", d.Domain)
		w.stringField("configuration", d.Configuration)
		w.boolField("removed", d.Removed)
	})
}

func (s *Sidecar) appendJSON(w *jsonWriter) {
	w.wrap("sidecar", func() {
		w.stringField("path", s.Path)
		w.intField("sizeInBytes", s.SizeInBytes)
		w.intField("modificationTime", s.ModificationTime)
		w.tags(s.Tags)
	})
}

func (c *CheckpointMetadata) appendJSON(w *jsonWriter) {
	w.wrap("checkpointMetadata", func() {
		w.intField("version", c.Version)
		w.tags(c.Tags)
	})
}
