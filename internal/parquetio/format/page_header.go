package format

import "errors"

// ErrShort means that the bytes end within the header: more of them may help.
var ErrShort = errTruncated

// DecodePageHeader reads a page header into h and tells its length.
func DecodePageHeader(b []byte, h *PageHeader) (n int, err error) {
	r := reader{b: b}
	*h = PageHeader{UncompressedSize: -1, CompressedSize: -1, Compressed: true}
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			break
		}
		last = id
		switch {
		case id == 1 && t == tI32:
			h.Type = PageType(r.i32())
		case id == 2 && t == tI32:
			h.UncompressedSize = r.i32()
		case id == 3 && t == tI32:
			h.CompressedSize = r.i32()
		case id == 4 && t == tI32:
			h.CRC, h.HasCRC = uint32(r.i32()), true
		case id == 5 && t == tStruct:
			r.dataPage(h)
		case id == 7 && t == tStruct:
			r.dictionaryPage(h)
		case id == 8 && t == tStruct:
			r.dataPageV2(h)
		default:
			r.skip(t, 0)
		}
	}
	switch {
	case r.err != nil:
		return 0, r.err
	case h.UncompressedSize < 0 || h.CompressedSize < 0 || h.NumValues < 0:
		return 0, errors.New("a page header has a negative or missing size")
	case !h.hasData && h.Type != IndexPage:
		return 0, errors.New("a page header lacks the part of its type")
	}
	return r.i, nil
}

func (r *reader) dataPage(h *PageHeader) {
	h.hasData = true
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return
		}
		last = id
		switch {
		case t != tI32:
			r.skip(t, 0)
		case id == 1:
			h.NumValues = r.i32()
		case id == 2:
			h.Encoding = Encoding(r.i32())
		case id == 3:
			h.DefEncoding = Encoding(r.i32())
		case id == 4:
			h.RepEncoding = Encoding(r.i32())
		default:
			r.skip(t, 0)
		}
	}
}

func (r *reader) dictionaryPage(h *PageHeader) {
	h.hasData = true
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return
		}
		last = id
		switch {
		case id == 1 && t == tI32:
			h.NumValues = r.i32()
		case id == 2 && t == tI32:
			h.Encoding = Encoding(r.i32())
		case id == 3:
			h.Sorted = t == tTrue
			r.skip(t, 0)
		default:
			r.skip(t, 0)
		}
	}
}

func (r *reader) dataPageV2(h *PageHeader) {
	h.hasData = true
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return
		}
		last = id
		if id == 7 {
			h.Compressed = t != tFalse
		}
		if t != tI32 {
			r.skip(t, 0)
			continue
		}
		switch id {
		case 1:
			h.NumValues = r.i32()
		case 2:
			h.NumNulls = r.i32()
		case 3:
			h.NumRows = r.i32()
		case 4:
			h.Encoding = Encoding(r.i32())
		case 5:
			h.DefBytes = r.i32()
		case 6:
			h.RepBytes = r.i32()
		default:
			r.skip(t, 0)
		}
	}
}

// AppendPageHeader appends the Thrift form of h.
func AppendPageHeader(b []byte, h *PageHeader) []byte {
	w := writer{b: b}
	w.i32(1, int32(h.Type))
	w.i32(2, h.UncompressedSize)
	w.i32(3, h.CompressedSize)
	if h.HasCRC {
		w.i32(4, int32(h.CRC))
	}
	switch h.Type {
	case DataPage:
		l := w.open(5)
		w.i32(1, h.NumValues)
		w.i32(2, int32(h.Encoding))
		w.i32(3, int32(RLE))
		w.i32(4, int32(RLE))
		w.close(l)
	case DictionaryPage:
		l := w.open(7)
		w.i32(1, h.NumValues)
		w.i32(2, int32(h.Encoding))
		w.close(l)
	case DataPageV2:
		l := w.open(8)
		w.i32(1, h.NumValues)
		w.i32(2, h.NumNulls)
		w.i32(3, h.NumRows)
		w.i32(4, int32(h.Encoding))
		w.i32(5, h.DefBytes)
		w.i32(6, h.RepBytes)
		w.bool(7, h.Compressed)
		w.close(l)
	}
	return append(w.b, tStop)
}
