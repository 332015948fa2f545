package dv

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"path"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/objstore"
)

// Locate finds the store and key of a file by its URI, relative to the table or absolute.
type Locate func(uri string) (objstore.Store, string, error)

// Load reads the vector that d describes and checks it. A nil descriptor gives a nil Bitmap: no rows are deleted.
func Load(ctx context.Context, locate Locate, d *Descriptor) (*Bitmap, error) {
	if d == nil {
		return nil, nil
	}
	name, data, err := read(ctx, locate, d)
	if err != nil {
		return nil, err
	}
	b, err := parse(data)
	if err != nil {
		return nil, sparkerr.New("DELTA_DELETION_VECTOR_MALFORMED", "descriptor", name, "reason", err.Error()).WithCause(err)
	}
	if n := b.Len(); n != d.Cardinality {
		return nil, sparkerr.New("DELTA_DELETION_VECTOR_CARDINALITY_MISMATCH", "path", name,
			"expected", fmt.Sprint(d.Cardinality), "actual", fmt.Sprint(n))
	}
	return b, nil
}

// read gives the serialized bitmap and a name for error messages.
func read(ctx context.Context, locate Locate, d *Descriptor) (name string, data []byte, err error) {
	switch d.StorageType {
	case Inline:
		return inline(d)
	case AbsolutePath:
		name = d.PathOrInline
	case UUIDRelative:
		if name, err = d.RelativePath(); err != nil {
			return "", nil, err
		}
	default:
		return "", nil, malformed(d, "unknown storage type")
	}
	if d.SizeInBytes <= 0 {
		return "", nil, malformed(d, "size is not positive")
	}
	uri, data, err := readFile(ctx, locate, name, d)
	if sparkerr.Condition(err) == "DELTA_MISSING_DELETION_VECTOR_FILE" && d.StorageType == UUIDRelative {
		dir, base := path.Split(name)
		if uri, data, again := readFile(ctx, locate, dir+testPrefix+base, d); again == nil {
			return uri, data, nil
		}
	}
	return uri, data, err
}

// testPrefix is put before file names by tables that Delta wrote under test, which are handed round as samples.
const testPrefix = "test%dv%prefix-"

func readFile(ctx context.Context, locate Locate, name string, d *Descriptor) (uri string, data []byte, err error) {
	store, key, err := locate(name)
	if err != nil {
		return "", nil, err
	}
	data, err = readRecord(ctx, store, key, d)
	return store.URI(key), data, err
}

func inline(d *Descriptor) (string, []byte, error) {
	const name = "inline deletion vector"
	data, ok := z85Decode(d.PathOrInline)
	if !ok {
		return name, nil, malformed(d, "the inline bitmap is not z85 text")
	}
	size := int(d.SizeInBytes)
	if size < 0 || size > len(data) || len(data)-size > 3 { // text is padded to whole words
		return name, nil, sizeMismatch(name, size, len(data))
	}
	return name, data[:size], nil
}

// readRecord reads one vector of a file with one request:
//
//	offset: int32 BE size │ bitmap │ int32 BE CRC-32 of bitmap
//
// Byte 0 of the file is the format version, which a vector at offset 1 brings along for free.
func readRecord(ctx context.Context, store objstore.Store, key string, d *Descriptor) ([]byte, error) {
	offset := int64(1)
	if d.Offset != nil {
		offset = int64(*d.Offset)
	}
	if offset < 1 {
		return nil, malformed(d, "the offset is not positive")
	}
	const frame = 8
	size := int(d.SizeInBytes)
	b, err := store.GetRange(ctx, key, offset-1, int64(size)+frame+1)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, sparkerr.New("DELTA_MISSING_DELETION_VECTOR_FILE", "path", store.URI(key)).WithCause(err)
	}
	if err != nil {
		return nil, err
	}
	if offset == 1 && len(b) > 0 && b[0] != formatVersion {
		return nil, sparkerr.New("DELTA_DELETION_VECTOR_MALFORMED", "descriptor", store.URI(key), "reason", fmt.Sprintf("format version %d", b[0]))
	}
	if len(b) < size+frame+1 {
		return nil, sizeMismatch(store.URI(key), size, max(0, len(b)-frame-1))
	}
	b = b[1:]
	if got := int(binary.BigEndian.Uint32(b)); got != size {
		return nil, sizeMismatch(store.URI(key), size, got)
	}
	data := b[4 : 4+size]
	if crc32.ChecksumIEEE(data) != binary.BigEndian.Uint32(b[4+size:]) {
		return nil, sparkerr.New("DELTA_DELETION_VECTOR_CHECKSUM_MISMATCH", "path", store.URI(key))
	}
	return data, nil
}

const formatVersion = 1

func sizeMismatch(name string, expected, actual int) *sparkerr.Error {
	return sparkerr.New("DELTA_DELETION_VECTOR_SIZE_MISMATCH", "path", name, "expected", fmt.Sprint(expected), "actual", fmt.Sprint(actual))
}
