package dv

import (
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// The storage types of a Descriptor.
const (
	UUIDRelative = "u"
	AbsolutePath = "p"
	Inline       = "i"
)

// Descriptor says where a deletion vector is, as the deletionVector field of an action.
type Descriptor struct {
	StorageType  string
	PathOrInline string
	Offset       *int32 // of the vector in its file; nil for inline vectors, and for files of one vector
	SizeInBytes  int32  // of the serialized bitmap, before text encoding
	Cardinality  int64  // number of deleted rows
}

// UniqueID tells vectors of one data file apart, as Delta's log replay does. "" for nil: no rows are deleted.
func (d *Descriptor) UniqueID() string {
	switch {
	case d == nil:
		return ""
	case d.Offset != nil:
		return d.StorageType + d.PathOrInline + "@" + strconv.Itoa(int(*d.Offset))
	}
	return d.StorageType + d.PathOrInline
}

// Equal tells whether both name the same vector.
func (d *Descriptor) Equal(o *Descriptor) bool { return d.UniqueID() == o.UniqueID() }

// RelativePath is the file's name below the table folder, for a UUIDRelative vector.
func (d *Descriptor) RelativePath() (string, error) {
	n := len(d.PathOrInline) - z85UUIDLength
	if d.StorageType != UUIDRelative || n < 0 {
		return "", malformed(d, "the path is not an encoded UUID")
	}
	raw, ok := z85Decode(d.PathOrInline[n:])
	if !ok {
		return "", malformed(d, "the path is not an encoded UUID")
	}
	id, err := uuid.FromBytes(raw)
	if err != nil {
		return "", malformed(d, "the path is not an encoded UUID")
	}
	name := fileName(id)
	if n > 0 {
		name = d.PathOrInline[:n] + "/" + name
	}
	return name, nil
}

const z85UUIDLength = 20

func fileName(id uuid.UUID) string { return "deletion_vector_" + id.String() + ".bin" }

func malformed(d *Descriptor, what string) *sparkerr.Error {
	return sparkerr.New("DELTA_DELETION_VECTOR_MALFORMED", "descriptor", d.StorageType+":"+strings.ToValidUTF8(d.PathOrInline, "?"), "reason", what)
}
