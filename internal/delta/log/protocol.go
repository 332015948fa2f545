package log

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
)

// The newest versions of the protocol: with these, features are listed by name.
const (
	featureReader = 3
	featureWriter = 7
)

// Supported are the features a protocol stands for: the listed ones, or those that its versions imply.
func (p *Protocol) Supported() map[string]bool {
	set := map[string]bool{}
	for _, l := range [][]string{p.ReaderFeatures, p.WriterFeatures} {
		for _, f := range l {
			set[f] = true
		}
	}
	for i := range features {
		f := &features[i]
		if !f.legacy() {
			continue
		}
		if p.MinWriterVersion < featureWriter && p.MinWriterVersion >= f.minWriter && p.MinReaderVersion >= f.minReader {
			set[f.name] = true
		}
		if p.MinWriterVersion >= featureWriter && p.MinReaderVersion < featureReader && f.reader && p.MinReaderVersion >= f.minReader && f.minReader > 1 {
			set[f.name] = true // reader 2, writer 7: column mapping without a list of reader features
		}
	}
	return set
}

// Supports tells whether one feature is among the Supported.
func (p *Protocol) Supports(name string) bool { return p.Supported()[name] }

// CheckReadable refuses a table that demands more of readers than there is here.
func (p *Protocol) CheckReadable(tableName string) error {
	if p.MinReaderVersion > featureReader || p.MinReaderVersion < 1 || p.MinReaderVersion == featureReader && p.MinWriterVersion < featureWriter {
		return p.versionError(tableName)
	}
	if p.MinReaderVersion < featureReader {
		return nil
	}
	return refuse("DELTA_UNSUPPORTED_FEATURES_FOR_READ", tableName, p.ReaderFeatures, func(f *feature) bool { return true })
}

// CheckWritable refuses a table that demands more of writers than there is here.
func (p *Protocol) CheckWritable(tableName string) error {
	if err := p.CheckReadable(tableName); err != nil {
		return err
	}
	if p.MinWriterVersion > featureWriter || p.MinWriterVersion < 1 {
		return p.versionError(tableName)
	}
	return refuse("DELTA_UNSUPPORTED_FEATURES_FOR_WRITE", tableName, slices.Sorted(maps.Keys(p.Supported())), func(f *feature) bool { return !f.readOnly })
}

func refuse(condition, tableName string, names []string, ok func(*feature) bool) error {
	var unknown []string
	for _, name := range names {
		if f := featureByName(name); f == nil || !ok(f) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	return sparkerr.New(condition, "tableNameOrPath", tableName, "unsupported", strings.Join(unknown, ", "), "deltaVersion", "4.4.0")
}

func (p *Protocol) versionError(tableName string) error {
	return sparkerr.New("DELTA_INVALID_PROTOCOL_VERSION", "tableNameOrPath", tableName,
		"readerRequired", strconv.Itoa(p.MinReaderVersion), "writerRequired", strconv.Itoa(p.MinWriterVersion),
		"supportedReaders", "1, 2, 3", "supportedWriters", "1, 2, 3, 4, 5, 6, 7", "deltaVersion", "4.4.0")
}

// Properties of CREATE TABLE and SET TBLPROPERTIES that ask for a protocol and are not kept in the table's configuration.
const (
	propMinReader     = "delta.minReaderVersion"
	propMinWriter     = "delta.minWriterVersion"
	propFeaturePrefix = "delta.feature."
)

// NewProtocol is the protocol of a new table with metadata m, as Delta 4.4 chooses it: the weakest that supports the default
// features (appendOnly, invariants), those that m switches on and those that it asks for by delta.feature.X = 'supported'.
// It takes the asking properties out of m.Configuration.
func NewProtocol(m *Metadata) (*Protocol, error) {
	return (&Protocol{MinReaderVersion: 1, MinWriterVersion: 2}).Upgrade(m)
}

// Upgrade is the protocol that the table needs once m is its metadata: p itself when nothing is missing. It never takes a feature away. It
// takes properties that ask for features or versions out of m.Configuration.
func (p *Protocol) Upgrade(m *Metadata) (*Protocol, error) {
	schema, err := m.Schema("")
	if err != nil {
		return nil, err
	}
	set := p.Supported()
	if err := askedFeatures(m, set); err != nil {
		return nil, err
	}
	for i := range features {
		if f := &features[i]; f.active != nil && f.active(m, schema) && !(set[f.name+"-preview"] && f.reader) {
			set[f.name] = true
		}
	}
	for again := true; again; {
		again = false
		for name := range maps.Clone(set) {
			if f := featureByName(name); f != nil {
				for _, r := range f.requires {
					if !set[r] {
						set[r], again = true, true
					}
				}
			}
		}
	}
	if maps.Equal(set, p.Supported()) {
		return p, nil
	}
	return normalized(set), nil
}

// CheckManualFeatures refuses metadata of an existing table whose schema would bring in a feature that Delta wants to be asked for by name
// (delta.feature.X = 'supported'), since older clients could not read the table any more. ALTER TABLE and schema evolution call it; CREATE and
// REPLACE need not.
func (p *Protocol) CheckManualFeatures(m *Metadata) error {
	schema, err := m.Schema("")
	if err != nil {
		return err
	}
	set := p.Supported()
	asked := *m
	asked.Configuration = maps.Clone(m.Configuration)
	if err := askedFeatures(&asked, set); err != nil {
		return err
	}
	var missing []string
	for i := range features {
		if f := &features[i]; f.manual && f.active(m, schema) && !set[f.name] && !set[f.name+"-preview"] {
			missing = append(missing, f.name)
		}
	}
	if missing == nil {
		return nil
	}
	return sparkerr.New("DELTA_FEATURES_REQUIRE_MANUAL_ENABLEMENT", "unsupportedFeatures", strings.Join(missing, ", "),
		"supportedFeatures", strings.Join(slices.Sorted(maps.Keys(set)), ", "))
}

// askedFeatures adds what properties ask for and removes these properties.
func askedFeatures(m *Metadata, set map[string]bool) error {
	versions := Protocol{}
	for _, key := range sortedKeys(m.Configuration) {
		value := strings.TrimSpace(m.Configuration[key])
		switch lower := strings.ToLower(key); {
		case lower == strings.ToLower(propMinReader), lower == strings.ToLower(propMinWriter):
			n, err := strconv.Atoi(value)
			if err != nil {
				return sparkerr.New("DELTA_PROTOCOL_PROPERTY_NOT_INT", "key", key, "value", value)
			}
			if lower == strings.ToLower(propMinReader) {
				versions.MinReaderVersion = n
			} else {
				versions.MinWriterVersion = n
			}
		case strings.HasPrefix(lower, propFeaturePrefix):
			f := featureByCase(key[len(propFeaturePrefix):])
			if f == nil {
				return sparkerr.New("DELTA_UNSUPPORTED_FEATURES_IN_CONFIG", "configs", key)
			}
			if s := strings.ToLower(value); s != "supported" && s != "enabled" {
				return sparkerr.New("DELTA_UNSUPPORTED_FEATURE_STATUS", "feature", f.name, "status", value)
			}
			set[f.name] = true
		default:
			continue
		}
		delete(m.Configuration, key)
	}
	if versions.MinReaderVersion > featureReader || versions.MinWriterVersion > featureWriter {
		return versions.versionError("the table")
	}
	if versions.MinReaderVersion == 0 {
		versions.MinReaderVersion = 1
	}
	if versions.MinWriterVersion > 0 && versions.MinWriterVersion < featureWriter {
		maps.Copy(set, versions.Supported())
	}
	return nil
}

func featureByCase(name string) *feature {
	for i := range features {
		if strings.EqualFold(features[i].name, name) {
			return &features[i]
		}
	}
	return nil
}

// normalized is the weakest protocol that stands for exactly this set: a legacy pair of versions if one does, else a list.
func normalized(set map[string]bool) *Protocol {
	for _, pair := range [][2]int{{1, 1}, {1, 2}, {1, 3}, {1, 4}, {2, 5}, {2, 6}} {
		p := &Protocol{MinReaderVersion: pair[0], MinWriterVersion: pair[1]}
		if maps.Equal(set, p.Supported()) {
			return p
		}
	}
	p := &Protocol{MinReaderVersion: 1, MinWriterVersion: featureWriter, WriterFeatures: slices.Sorted(maps.Keys(set))}
	for _, name := range p.WriterFeatures {
		f := featureByName(name)
		if f == nil || !f.reader {
			continue
		}
		p.ReaderFeatures = append(p.ReaderFeatures, name)
		if f.legacy() {
			p.MinReaderVersion = max(p.MinReaderVersion, f.minReader)
		} else {
			p.MinReaderVersion = featureReader
		}
	}
	if p.MinReaderVersion < featureReader {
		p.ReaderFeatures = nil
	}
	return p
}

func (p *Protocol) String() string {
	return fmt.Sprintf("%d,%d,[%s],[%s]", p.MinReaderVersion, p.MinWriterVersion, strings.Join(p.ReaderFeatures, ","), strings.Join(p.WriterFeatures, ","))
}

// checkModes refuses settings that this engine cannot read though their feature is known.
func (m *Metadata) checkModes(p *Protocol, schema func() (types.StructType, error)) error {
	switch mode := m.ColumnMappingMode(); mode {
	case "none", "name", "id":
	default:
		return sparkerr.New("DELTA_UNSUPPORTED_COLUMN_MAPPING_MODE", "mode", mode)
	}
	if !p.HasFeature("typeWidening") && !p.HasFeature("typeWidening-preview") {
		return nil
	}
	s, err := schema()
	if err != nil {
		return err
	}
	return checkWidened(s)
}

// checkWidened refuses type changes that the protocol does not define.
func checkWidened(s types.StructType) error {
	var bad string
	anyField(s, func(f types.StructField) bool {
		changes, _ := f.Metadata["delta.typeChanges"].([]any)
		for _, c := range changes {
			change, _ := c.(map[string]any)
			from, _ := change["fromType"].(string)
			to, _ := change["toType"].(string)
			if !isWidening(from, to) {
				bad = f.Name + " from " + from + " to " + to
			}
		}
		return bad != ""
	})
	if bad == "" {
		return nil
	}
	return sparkerr.New("DELTA_UNSUPPORTED_TYPE_CHANGE_IN_TABLE", "change", bad)
}

var widenings = map[string]string{
	"byte":    "short integer long double decimal",
	"short":   "integer long double decimal",
	"integer": "long double decimal",
	"long":    "decimal",
	"float":   "double",
	"date":    "timestamp_ntz",
}

func isWidening(from, to string) bool {
	kind, _, _ := strings.Cut(to, "(")
	if strings.HasPrefix(from, "decimal") {
		return kind == "decimal"
	}
	return strings.Contains(" "+widenings[from]+" ", " "+kind+" ")
}
