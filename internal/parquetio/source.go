package parquetio

import "io"

// Source is the file. ReadAt must be safe for concurrent use. Readers of package objstore satisfy it.
//
// A Source with a method Local() bool that returns true is read in small pieces as they are decoded, which keeps them in the
// processor's cache; any other is taken to be an object store, where requests cost, and ranges are coalesced.
type Source interface {
	io.ReaderAt
	Size() int64
}

func isLocal(s Source) bool {
	l, ok := s.(interface{ Local() bool })
	return ok && l.Local()
}

// readRange reads [offset, offset+len(b)) completely.
func readRange(s Source, b []byte, offset int64) error {
	n, err := s.ReadAt(b, offset)
	if n == len(b) {
		return nil
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}
