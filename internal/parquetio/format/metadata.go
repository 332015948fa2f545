package format

// Type is the physical type of a leaf.
type Type int8

// The physical types.
const (
	Boolean           Type = 0
	Int32             Type = 1
	Int64             Type = 2
	Int96             Type = 3
	Float             Type = 4
	Double            Type = 5
	ByteArray         Type = 6
	FixedLenByteArray Type = 7
	// Group marks a schema element without a physical type.
	Group Type = -1
)

func (t Type) String() string {
	if t < 0 || int(t) >= len(typeNames) {
		return "group"
	}
	return typeNames[t]
}

var typeNames = [...]string{"BOOLEAN", "INT32", "INT64", "INT96", "FLOAT", "DOUBLE", "BINARY", "FIXED_LEN_BYTE_ARRAY"}

// Repetition of a schema element.
type Repetition int8

// The repetitions.
const (
	Required Repetition = 0
	Optional Repetition = 1
	Repeated Repetition = 2
)

func (r Repetition) String() string {
	switch r {
	case Required:
		return "required"
	case Optional:
		return "optional"
	}
	return "repeated"
}

// Encoding of a page or of levels.
type Encoding int8

// The encodings.
const (
	Plain                Encoding = 0
	PlainDictionary      Encoding = 2
	RLE                  Encoding = 3
	BitPacked            Encoding = 4
	DeltaBinaryPacked    Encoding = 5
	DeltaLengthByteArray Encoding = 6
	DeltaByteArray       Encoding = 7
	RLEDictionary        Encoding = 8
	ByteStreamSplit      Encoding = 9
)

// Codec compresses pages.
type Codec int8

// The codecs. LZO was never written by anybody that matters.
const (
	Uncompressed Codec = 0
	Snappy       Codec = 1
	Gzip         Codec = 2
	LZO          Codec = 3
	Brotli       Codec = 4
	LZ4          Codec = 5 // deprecated, Hadoop framing
	Zstd         Codec = 6
	LZ4Raw       Codec = 7
)

func (c Codec) String() string {
	if c < 0 || int(c) >= len(codecNames) {
		return "UNKNOWN"
	}
	return codecNames[c]
}

var codecNames = [...]string{"UNCOMPRESSED", "SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4_RAW"}

// PageType of a page header.
type PageType int8

// The page types.
const (
	DataPage       PageType = 0
	IndexPage      PageType = 1
	DictionaryPage PageType = 2
	DataPageV2     PageType = 3
)

// Logical is what an element means, unified from LogicalType and the older ConvertedType.
type Logical int8

// The meanings. UnknownLogical is an annotation from the future.
const (
	NoLogical Logical = iota
	String
	Map
	List
	Enum
	Decimal
	Date
	Time
	Timestamp
	Integer
	Null
	JSON
	BSON
	UUID
	Float16
	Variant
	Geometry
	Geography
	MapKeyValue // ConvertedType only
	Interval    // ConvertedType only
	UnknownLogical
)

// Unit of a time or timestamp.
type Unit int8

// The units.
const (
	Millis Unit = 1
	Micros Unit = 2
	Nanos  Unit = 3
)

// Annotation is a Logical with its parameters.
type Annotation struct {
	Kind      Logical
	Unit      Unit // Time, Timestamp
	UTC       bool // Time, Timestamp: adjusted to UTC
	Bits      int8 // Integer
	Signed    bool // Integer
	Scale     int32
	Precision int32
	CRS       string // Geometry, Geography
	Algorithm int32  // Geography
	Version   int8   // Variant
}

// SchemaElement is a node of the schema in depth-first order.
type SchemaElement struct {
	Name        string
	Type        Type
	TypeLength  int32
	Repetition  Repetition
	NumChildren int32
	FieldID     int32 // -1: none
	Annotation  Annotation
}

// Statistics of a chunk or page.
type Statistics struct {
	Min, Max           []byte // the deprecated fields 2 and 1
	MinValue, MaxValue []byte
	HasMin, HasMax     bool  // MinValue, MaxValue are there (they may be empty)
	NullCount          int64 // -1: not recorded
	DistinctCount      int64 // -1: not recorded
	// MinExact and MaxExact: 1 exact, 0 truncated, -1 not recorded.
	MinExact, MaxExact int8
}

// KeyValue is application metadata.
type KeyValue struct {
	Key, Value string
	HasValue   bool
}

// SortingColumn says how a row group is sorted.
type SortingColumn struct {
	Column                 int32
	Descending, NullsFirst bool
}

// PageEncodingStats counts the pages of one kind.
type PageEncodingStats struct {
	Page     PageType
	Encoding Encoding
	Count    int32
}

// ColumnChunk is one leaf column of one row group. PathInSchema is not kept: it is that of the leaf with the same number.
type ColumnChunk struct {
	FilePath   string
	FileOffset int64

	Type                  Type
	Codec                 Codec
	Encodings             []Encoding
	EncodingStats         []PageEncodingStats
	NumValues             int64
	TotalUncompressedSize int64
	TotalCompressedSize   int64
	KeyValue              []KeyValue
	DataPageOffset        int64
	DictionaryPageOffset  int64 // 0: none
	Statistics            Statistics
	BloomFilterOffset     int64 // 0: none
	BloomFilterLength     int32 // 0: not recorded
	SizeStatistics        []byte
	Geospatial            []byte

	OffsetIndexOffset int64
	OffsetIndexLength int32
	ColumnIndexOffset int64
	ColumnIndexLength int32
	Encrypted         bool
}

// Range is where the pages of the chunk are in the file.
func (c *ColumnChunk) Range() (offset, size int64) {
	offset = c.DataPageOffset
	if c.DictionaryPageOffset > 0 && c.DictionaryPageOffset < offset {
		offset = c.DictionaryPageOffset
	}
	return offset, c.TotalCompressedSize
}

// RowGroup is a horizontal part of a file.
type RowGroup struct {
	Columns             []ColumnChunk
	TotalByteSize       int64
	NumRows             int64
	Sorting             []SortingColumn
	FileOffset          int64
	TotalCompressedSize int64
}

// FileMetaData is the footer.
type FileMetaData struct {
	Version   int32
	Schema    []SchemaElement
	NumRows   int64
	RowGroups []RowGroup
	KeyValue  []KeyValue
	CreatedBy string
	// TypeOrder tells of each leaf that its bounds follow the order of its type; nil when not recorded.
	TypeOrder []bool
	Encrypted bool // plaintext footer of a file with encrypted columns
}

// PageHeader of any kind of page, flattened.
type PageHeader struct {
	Type             PageType
	UncompressedSize int32
	CompressedSize   int32
	CRC              uint32
	HasCRC           bool

	NumValues int32
	Encoding  Encoding
	Sorted    bool // dictionary page

	DefEncoding, RepEncoding Encoding // v1

	NumNulls, NumRows int32 // v2
	DefBytes          int32
	RepBytes          int32
	Compressed        bool // v2, default true

	hasData bool
}

// PageLocation is one page in an OffsetIndex.
type PageLocation struct {
	Offset         int64
	CompressedSize int32 // with header
	FirstRow       int64 // within the row group
}

// OffsetIndex locates the data pages of a chunk.
type OffsetIndex struct {
	Pages []PageLocation
	// UnencodedBytes are the bytes of byte arrays per page, nil when not recorded.
	UnencodedBytes []int64
}

// BoundaryOrder of the bounds of a ColumnIndex.
type BoundaryOrder int8

// The orders.
const (
	Unordered  BoundaryOrder = 0
	Ascending  BoundaryOrder = 1
	Descending BoundaryOrder = 2
)

// ColumnIndex holds the bounds of the data pages of a chunk.
type ColumnIndex struct {
	NullPages            []bool
	MinValues, MaxValues [][]byte
	Order                BoundaryOrder
	NullCounts           []int64 // nil: not recorded
	RepHistogram         []int64
	DefHistogram         []int64
}

// BloomHeader precedes the bits of a bloom filter. Known is false for an algorithm, hash or compression from the future.
type BloomHeader struct {
	NumBytes int32
	Known    bool
}
