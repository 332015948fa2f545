package main

/*
#include <stdlib.h>
#include "flintlake.h"

void flReleaseSchema(struct ArrowSchema*);
*/
import "C"

import (
	"strconv"
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
)

// child is a named part of a type.
type child struct {
	name     string
	typ      types.DataType
	nullable bool
}

// exportSchema fills an ArrowSchema; its memory is malloc'ed and freed by its release callback.
func exportSchema(out *C.struct_ArrowSchema, c child, zone string) error {
	format, err := arrowFormat(c.typ, zone)
	if err != nil {
		return err
	}
	children := arrowChildren(c.typ)
	*out = C.struct_ArrowSchema{format: C.CString(format), name: C.CString(c.name)}
	if c.nullable {
		out.flags = C.ARROW_FLAG_NULLABLE
	}
	out.release = (*[0]byte)(C.flReleaseSchema)
	if len(children) == 0 {
		return nil
	}
	out.children = (**C.struct_ArrowSchema)(C.calloc(C.size_t(len(children)), C.size_t(unsafe.Sizeof(uintptr(0)))))
	nodes := unsafe.Slice(out.children, len(children))
	for i, k := range children {
		nodes[i] = (*C.struct_ArrowSchema)(C.calloc(1, C.size_t(unsafe.Sizeof(C.struct_ArrowSchema{}))))
		out.n_children = C.int64_t(i + 1)
		if err := exportSchema(nodes[i], k, zone); err != nil {
			C.flReleaseSchema(out)
			return err
		}
	}
	return nil
}

// arrowChildren are the parts that Arrow sees of a type.
func arrowChildren(t types.DataType) []child {
	switch t := t.(type) {
	case types.ArrayType:
		return []child{{"element", t.Element, t.ContainsNull}}
	case types.MapType:
		return []child{{"entries", types.StructType{Fields: []types.StructField{
			{Name: "key", Type: t.Key}, {Name: "value", Type: t.Value, Nullable: t.ValueContainsNull}}}, false}}
	case types.StructType:
		out := make([]child, len(t.Fields))
		for i, f := range t.Fields {
			out[i] = child{f.Name, f.Type, f.Nullable}
		}
		return out
	case types.VariantType:
		return []child{{"value", types.BinaryType{}, false}, {"metadata", types.BinaryType{}, false}}
	}
	return nil
}

// arrowFormat is the format text of the Arrow C data interface. Timestamps are in microseconds with the session's zone, decimals have
// 128 bits, text has 32-bit offsets.
func arrowFormat(t types.DataType, zone string) (string, error) {
	if d, ok := t.(types.DecimalType); ok {
		return "d:" + strconv.Itoa(d.Precision) + "," + strconv.Itoa(d.Scale), nil
	}
	if t.ID() == types.IDTimestamp {
		return "tsu:" + zone, nil
	}
	if f, ok := formats[t.ID()]; ok {
		return f, nil
	}
	return "", sparkerr.Unsupported("results of type " + t.SimpleString())
}

var formats = map[types.ID]string{
	types.IDNull: "n", types.IDBoolean: "b", types.IDByte: "c", types.IDShort: "s", types.IDInteger: "i", types.IDLong: "l",
	types.IDFloat: "f", types.IDDouble: "g", types.IDString: "u", types.IDChar: "u", types.IDVarchar: "u", types.IDBinary: "z",
	types.IDDate: "tdD", types.IDTimestampNTZ: "tsu:", types.IDTime: "ttn", types.IDYearMonthInterval: "tiM",
	types.IDDayTimeInterval: "tDu", types.IDCalendarInterval: "tin", types.IDArray: "+l", types.IDMap: "+m", types.IDStruct: "+s",
	types.IDVariant: "+s",
}
