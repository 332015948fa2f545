package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
)

// variantJSON is a variant as JSON text as PySpark's VariantVal.toJson writes it (Parquet specification, Variant encoding). It is a reader of
// its own, so that a mistake of the engine in writing variants does not hide behind the same mistake in reading them.
func variantJSON(v types.VariantValue) string {
	r := variantReader{metadata: v.Metadata}
	var b strings.Builder
	defer func() {
		_ = recover() // damaged bytes: what was written so far differs from every recording
	}()
	r.write(&b, v.Value)
	return b.String()
}

type variantReader struct{ metadata []byte }

// little reads an unsigned little-endian number of n bytes.
func little(b []byte, n int) int {
	v := 0
	for i := n - 1; i >= 0; i-- {
		v = v<<8 | int(b[i])
	}
	return v
}

// key is the i-th string of the dictionary.
func (r variantReader) key(i int) string {
	size := int(r.metadata[0]>>6) + 1
	n := little(r.metadata[1:], size)
	offset := func(k int) int { return little(r.metadata[1+size*(k+1):], size) }
	data := r.metadata[1+size*(n+2):]
	return string(data[offset(i):offset(i+1)])
}

func (r variantReader) write(b *strings.Builder, v []byte) {
	head := v[0] >> 2
	switch v[0] & 3 {
	case 0:
		writePrimitive(b, int(head), v[1:])
	case 1:
		b.WriteString(sortedJSON(string(v[1 : 1+int(head)])))
	case 2:
		r.object(b, head, v[1:])
	case 3:
		r.array(b, head, v[1:])
	}
}

func (r variantReader) object(b *strings.Builder, head byte, v []byte) {
	offsetSize, idSize, countSize := int(head&3)+1, int(head>>2&3)+1, 1
	if head>>4&1 == 1 {
		countSize = 4
	}
	n := little(v, countSize)
	ids := v[countSize:]
	offsets := ids[n*idSize:]
	data := offsets[(n+1)*offsetSize:]
	b.WriteByte('{')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(sortedJSON(r.key(little(ids[i*idSize:], idSize))))
		b.WriteByte(':')
		r.write(b, data[little(offsets[i*offsetSize:], offsetSize):])
	}
	b.WriteByte('}')
}

func (r variantReader) array(b *strings.Builder, head byte, v []byte) {
	offsetSize, countSize := int(head&3)+1, 1
	if head>>2&1 == 1 {
		countSize = 4
	}
	n := little(v, countSize)
	offsets := v[countSize:]
	data := offsets[(n+1)*offsetSize:]
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		r.write(b, data[little(offsets[i*offsetSize:], offsetSize):])
	}
	b.WriteByte(']')
}

func writePrimitive(b *strings.Builder, kind int, v []byte) {
	quoted := func(s string) { b.WriteString(sortedJSON(s)) }
	long := func() int64 { return int64(binary.LittleEndian.Uint64(v)) }
	switch kind {
	case 0:
		b.WriteString("null")
	case 1:
		b.WriteString("true")
	case 2:
		b.WriteString("false")
	case 3:
		b.WriteString(strconv.Itoa(int(int8(v[0]))))
	case 4:
		b.WriteString(strconv.Itoa(int(int16(binary.LittleEndian.Uint16(v)))))
	case 5:
		b.WriteString(strconv.Itoa(int(int32(binary.LittleEndian.Uint32(v)))))
	case 6:
		b.WriteString(strconv.FormatInt(long(), 10))
	case 7:
		variantFloat(b, math.Float64frombits(binary.LittleEndian.Uint64(v)), 64)
	case 8:
		variantDecimal(b, types.Int128Of(int64(int32(binary.LittleEndian.Uint32(v[1:])))), int(v[0]))
	case 9:
		variantDecimal(b, types.Int128Of(int64(binary.LittleEndian.Uint64(v[1:]))), int(v[0]))
	case 10:
		variantDecimal(b, types.Int128{Lo: binary.LittleEndian.Uint64(v[1:]), Hi: int64(binary.LittleEndian.Uint64(v[9:]))}, int(v[0]))
	case 11:
		quoted(dateText(int64(int32(binary.LittleEndian.Uint32(v)))))
	case 12:
		quoted(variantTime(long()) + "+00:00")
	case 13:
		quoted(variantTime(long()))
	case 14:
		variantFloat(b, float64(math.Float32frombits(binary.LittleEndian.Uint32(v))), 32)
	case 15:
		quoted(base64.StdEncoding.EncodeToString(v[4 : 4+little(v, 4)]))
	case 16:
		quoted(string(v[4 : 4+little(v, 4)]))
	default:
		quoted("kind " + strconv.Itoa(kind))
	}
}

// variantTime has a fraction only when there is one.
func variantTime(micros int64) string {
	text := strings.Replace(timestampText(micros), "T", " ", 1)
	if head, ok := strings.CutSuffix(text, ".000000"); ok {
		return head
	}
	return text
}

func variantFloat(b *strings.Builder, f float64, bits int) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		text, _ := json.Marshal(pythonFloat(f, bits))
		b.Write(text)
		return
	}
	b.WriteString(pythonFloat(f, bits))
}

// variantDecimal leaves out zeros at the end of the fraction.
func variantDecimal(b *strings.Builder, unscaled types.Int128, scale int) {
	text := string(types.AppendDecimal(nil, unscaled, scale))
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	b.WriteString(text)
}
