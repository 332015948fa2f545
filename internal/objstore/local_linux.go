package objstore

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// copyFileRange copies inside the kernel (sharing blocks where the file system can) and returns how much it did; the
// caller copies the rest. A kernel or file system that cannot do it is no error.
func copyFileRange(dst, src *os.File, offset, n int64) (done int64, err error) {
	for n > 0 {
		off := offset
		m, err := unix.CopyFileRange(int(src.Fd()), &off, int(dst.Fd()), nil, int(min(n, 1<<30)), 0)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EIO) || errors.Is(err, unix.EDQUOT) {
			return done, err
		}
		if err != nil || m == 0 {
			return done, nil
		}
		done, offset, n = done+int64(m), offset+int64(m), n-int64(m)
	}
	return done, nil
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, unix.EINVAL) { // some network file systems cannot
		return err
	}
	return nil
}
