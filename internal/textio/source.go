package textio

import (
	"bytes"
	"io"
)

const readBytes = 256 << 10

// lineReader cuts a stream of UTF-8 into lines. A line is valid until the next call.
type lineReader struct {
	r        io.Reader
	sep      string // "": \n, \r\n or \r
	buf      []byte
	from, to int
	err      error
	started  bool
	keepBOM  bool
}

// newLineReader starts reading. Other character sets than UTF-8 are decoded as a whole first.
func newLineReader(r io.Reader, sep string, decode decoder) (*lineReader, error) {
	if decode != nil {
		b, err := readAll(r, decode)
		if err != nil {
			return nil, err
		}
		r = bytes.NewReader(b)
	}
	return &lineReader{r: r, sep: sep, buf: make([]byte, readBytes)}, nil
}

// next is the next line without its end; io.EOF after the last.
func (l *lineReader) next() ([]byte, error) {
	searched := 0
	for {
		window := l.buf[l.from:l.to]
		if !l.started && (len(window) >= 3 || l.err != nil) {
			l.started = true
			if !l.keepBOM && bytes.HasPrefix(window, utf8BOM) {
				l.from += 3
				continue
			}
		}
		if l.started {
			end, after := l.lineEnd(window, searched)
			if end >= 0 {
				l.from += after
				return window[:end], nil
			}
			searched = max(0, len(window)-max(len(l.sep), 1))
			if l.err != nil {
				if len(window) == 0 {
					return nil, l.err
				}
				l.from = l.to
				return window, nil
			}
		}
		l.fill()
	}
}

// lineEnd finds where a line ends and where the next begins; -1 when more bytes are needed.
func (l *lineReader) lineEnd(b []byte, searched int) (end, after int) {
	if l.sep != "" {
		i := bytes.Index(b[searched:], []byte(l.sep))
		if i < 0 {
			return -1, 0
		}
		return searched + i, searched + i + len(l.sep)
	}
	n := bytes.IndexByte(b[searched:], '\n')
	if n >= 0 {
		n += searched
	}
	search := b[searched:]
	if n >= 0 {
		search = b[searched:n]
	}
	if r := bytes.IndexByte(search, '\r'); r >= 0 {
		r += searched
		switch {
		case r+1 < len(b) && b[r+1] == '\n':
			return r, r + 2
		case r+1 < len(b) || l.err != nil:
			return r, r + 1
		}
		return -1, 0 // a \n may follow
	}
	if n < 0 {
		return -1, 0
	}
	return n, n + 1
}

// fill reads more bytes behind those that are not used yet.
func (l *lineReader) fill() {
	if l.from > 0 {
		copy(l.buf, l.buf[l.from:l.to])
		l.to -= l.from
		l.from = 0
	}
	if l.to == len(l.buf) {
		l.buf = append(l.buf, make([]byte, len(l.buf))...)
	}
	n, err := l.r.Read(l.buf[l.to:])
	l.to += n
	if err != nil {
		l.err = err
	}
}

// isBlank tells whether a line has only white space, as Java's String.trim sees it.
func isBlank(line []byte) bool {
	for _, c := range line {
		if c > ' ' {
			return false
		}
	}
	return true
}

// Split is the part [from, to) of a file in bytes.
type Split struct{ From, To int64 }

// Splits cuts a file of size bytes into parts of about partBytes.
func Splits(size, partBytes int64) []Split {
	var parts []Split
	for from := int64(0); from < size; from += partBytes {
		parts = append(parts, Split{from, min(from+partBytes, size)})
	}
	return parts
}

// SplitReader reads the lines that begin in a part: those after its first line end (all, for the part at 0) up to and including the line
// that contains To, as Hadoop cuts text files. sep is the line separator, "" for \n, \r\n and \r (a part then ends at \n).
func SplitReader(r io.ReaderAt, size int64, part Split, sep string) (io.Reader, error) {
	if sep == "" {
		sep = "\n"
	}
	from := part.From
	if from > 0 {
		at, err := nextLine(r, size, from-int64(len(sep)), sep)
		if err != nil {
			return nil, err
		}
		from = at
	}
	to := part.To
	if to < size {
		at, err := nextLine(r, size, to-int64(len(sep)), sep)
		if err != nil {
			return nil, err
		}
		to = at
	}
	return io.NewSectionReader(r, from, max(0, to-from)), nil
}

// nextLine is the position behind the first separator at or after from.
func nextLine(r io.ReaderAt, size, from int64, sep string) (int64, error) {
	from = max(from, 0)
	buf := make([]byte, 64<<10)
	for from < size {
		n, err := r.ReadAt(buf[:min(int64(len(buf)), size-from)], from)
		if err != nil && err != io.EOF {
			return 0, err
		}
		if i := bytes.Index(buf[:n], []byte(sep)); i >= 0 {
			return from + int64(i+len(sep)), nil
		}
		if n < len(sep) {
			break
		}
		from += int64(n - len(sep) + 1)
	}
	return size, nil
}
