package log

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
)

// feature is a table feature of the Delta protocol that this engine knows.
type feature struct {
	name string
	// reader: readers must know it too.
	reader bool
	// minReader and minWriter are the versions that imply a legacy feature; 0 for features that exist only by name.
	minReader, minWriter int
	// requires are features that must be there as well.
	requires []string
	// manual: an existing table gets the feature only when the user asks for it by name, never by its schema alone.
	manual bool
	// readOnly: tables with it can be read but not written here.
	readOnly bool
	// active tells whether the metadata switches the feature on by itself.
	active func(m *Metadata, schema types.StructType) bool
}

func (f *feature) legacy() bool { return f.minWriter > 0 }

// features are all known ones. What is not here is refused by name.
var features = []feature{
	{name: "appendOnly", minReader: 1, minWriter: 2, active: property(propAppendOnly)},
	{name: "invariants", minReader: 1, minWriter: 2, active: fieldMetadata("delta.invariants")},
	{name: "checkConstraints", minReader: 1, minWriter: 3, active: hasCheckConstraints},
	{name: "changeDataFeed", minReader: 1, minWriter: 4, active: property("delta.enableChangeDataFeed")},
	{name: "generatedColumns", minReader: 1, minWriter: 4, active: fieldMetadata("delta.generationExpression")},
	{name: "columnMapping", reader: true, minReader: 2, minWriter: 5, active: hasColumnMapping},
	{name: "identityColumns", minReader: 1, minWriter: 6, active: fieldMetadata("delta.identity.start")},
	{name: "deletionVectors", reader: true, active: property(propDeletionVectors)},
	{name: "rowTracking", requires: []string{"domainMetadata"}, active: property("delta.enableRowTracking")},
	{name: "timestampNtz", reader: true, manual: true, active: hasType(types.IDTimestampNTZ)},
	{name: "typeWidening", reader: true, active: property("delta.enableTypeWidening")},
	{name: "typeWidening-preview", reader: true},
	{name: "domainMetadata"},
	{name: "v2Checkpoint", reader: true, active: func(m *Metadata, _ types.StructType) bool {
		return strings.EqualFold(m.Property(propCheckpointPolicy), "v2")
	}},
	{name: "icebergCompatV1", requires: []string{"columnMapping"}, readOnly: true, active: property("delta.enableIcebergCompatV1")},
	{name: "icebergCompatV2", requires: []string{"columnMapping"}, readOnly: true, active: property("delta.enableIcebergCompatV2")},
	{name: "icebergCompatV3", requires: []string{"columnMapping", "rowTracking"}, readOnly: true, active: property("delta.enableIcebergCompatV3")},
	{name: "clustering", requires: []string{"domainMetadata"}},
	{name: "allowColumnDefaults"},
	{name: "vacuumProtocolCheck", reader: true},
	{name: "inCommitTimestamp", active: property(propInCommitTimestamps)},
	{name: "inCommitTimestamp-preview", readOnly: true},
	{name: "variantType", reader: true, manual: true, active: hasType(types.IDVariant)},
	{name: "variantType-preview", reader: true},
	{name: "variantShredding", reader: true, requires: []string{"variantType"}, active: property("delta.enableVariantShredding")},
	{name: "variantShredding-preview", reader: true},
	{name: "checkpointProtection"},
	{name: "materializePartitionColumns", readOnly: true},
	{name: "geospatial", reader: true, manual: true, readOnly: true, active: hasGeo},
	{name: "catalogManaged", reader: true, requires: []string{"inCommitTimestamp", "vacuumProtocolCheck"}, readOnly: true},
	{name: "catalogOwned-preview", reader: true, readOnly: true},
	{name: "timeType-preview", reader: true, readOnly: true},
	{name: "collations", readOnly: true},
	{name: "collations-preview", readOnly: true},
}

// featureByName finds a feature; names have case.
func featureByName(name string) *feature {
	for i := range features {
		if features[i].name == name {
			return &features[i]
		}
	}
	return nil
}

func property(key string) func(*Metadata, types.StructType) bool {
	return func(m *Metadata, _ types.StructType) bool { return m.isTrue(key) }
}

func hasCheckConstraints(m *Metadata, _ types.StructType) bool {
	for k := range m.Configuration {
		if strings.HasPrefix(strings.ToLower(k), "delta.constraints.") {
			return true
		}
	}
	return false
}

func hasColumnMapping(m *Metadata, _ types.StructType) bool { return m.ColumnMappingMode() != "none" }

func hasType(id types.ID) func(*Metadata, types.StructType) bool {
	return func(_ *Metadata, s types.StructType) bool {
		return types.Exists(s, func(t types.DataType) bool { return t.ID() == id })
	}
}

func hasGeo(_ *Metadata, s types.StructType) bool {
	return types.Exists(s, func(t types.DataType) bool { return t.ID() == types.IDGeometry || t.ID() == types.IDGeography })
}

func fieldMetadata(key string) func(*Metadata, types.StructType) bool {
	return func(_ *Metadata, s types.StructType) bool {
		return anyField(s, func(f types.StructField) bool { _, ok := f.Metadata[key]; return ok })
	}
}

// anyField tells whether a field at any depth fulfils a condition.
func anyField(t types.DataType, ok func(types.StructField) bool) bool {
	switch t := t.(type) {
	case types.StructType:
		for _, f := range t.Fields {
			if ok(f) || anyField(f.Type, ok) {
				return true
			}
		}
	case types.ArrayType:
		return anyField(t.Element, ok)
	case types.MapType:
		return anyField(t.Key, ok) || anyField(t.Value, ok)
	}
	return false
}
