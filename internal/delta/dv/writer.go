package dv

import (
	"context"
	"encoding/binary"
	"hash/crc32"
	"math"

	"github.com/google/uuid"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/objstore"
)

// Writer packs the vectors of one operation into one file of the table. The descriptors are valid once Commit returns.
type Writer struct {
	id  uuid.UUID
	buf []byte
}

// NewWriter starts a file under a new name.
func NewWriter() *Writer { return &Writer{id: uuid.New(), buf: []byte{formatVersion}} }

// Append adds a vector and describes where it will be. An empty bitmap has no vector: the descriptor is nil.
func (w *Writer) Append(b *Bitmap) (*Descriptor, error) {
	if b.Len() == 0 {
		return nil, nil
	}
	data, err := b.bytes()
	if err != nil {
		return nil, sparkerr.Internal("serializing a deletion vector: %v", err)
	}
	if len(w.buf)+len(data)+8 > math.MaxInt32 {
		return nil, sparkerr.Unsupported("deletion vector file of more than 2 GiB")
	}
	offset := int32(len(w.buf))
	w.buf = binary.BigEndian.AppendUint32(w.buf, uint32(len(data)))
	w.buf = append(w.buf, data...)
	w.buf = binary.BigEndian.AppendUint32(w.buf, crc32.ChecksumIEEE(data))
	return &Descriptor{
		StorageType: UUIDRelative, PathOrInline: z85Encode(w.id[:]), Offset: &offset,
		SizeInBytes: int32(len(data)), Cardinality: b.Len(),
	}, nil
}

// Size is the number of bytes that Commit will write.
func (w *Writer) Size() int64 { return int64(len(w.buf)) }

// Commit writes the file below the table folder root; without vectors it does nothing.
func (w *Writer) Commit(ctx context.Context, store objstore.Store, root string) error {
	if len(w.buf) == 1 {
		return nil
	}
	out, err := store.Create(ctx, objstore.Join(root, fileName(w.id)))
	if err != nil {
		return err
	}
	defer out.Abort()
	if _, err := out.Write(w.buf); err != nil {
		return err
	}
	return out.Commit(ctx)
}

// NewInline puts a small vector into the descriptor itself.
func NewInline(b *Bitmap) (*Descriptor, error) {
	data, err := b.bytes()
	if err != nil {
		return nil, sparkerr.Internal("serializing a deletion vector: %v", err)
	}
	size := int32(len(data))
	for len(data)%4 != 0 {
		data = append(data, 0)
	}
	return &Descriptor{StorageType: Inline, PathOrInline: z85Encode(data), SizeInBytes: size, Cardinality: b.Len()}, nil
}
