package log

import (
	"encoding/base64"
	"math"
	"strconv"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// writeVectorJSON writes row i of a typed statistics column (stats_parsed of a checkpoint) as the JSON that stats would be.
func writeVectorJSON(w *jsonWriter, v *vec.Vector, i int) {
	s, isStruct := v.Type.(types.StructType)
	if !isStruct {
		writeValueJSON(w, vec.ValueAt(v, i), v.Type)
		return
	}
	slot := v.Slot(i)
	w.open('{')
	for k, f := range s.Fields {
		if child := v.Base().Children[k]; !child.IsNull(slot) && hasStatsText(f.Type) {
			w.key(f.Name)
			writeVectorJSON(w, child, slot)
		}
	}
	w.close('}')
}

// hasStatsText tells which types have bounds that can be written in JSON; others (variants) are left out, which makes them unknown.
func hasStatsText(t types.DataType) bool {
	return hasBounds(t) || t.ID() == types.IDStruct || t.ID() == types.IDBoolean
}

func writeValueJSON(w *jsonWriter, v any, t types.DataType) {
	switch v := v.(type) {
	case nil:
		w.raw("null")
	case bool:
		w.raw(strconv.FormatBool(v))
	case []byte:
		w.string(base64.StdEncoding.EncodeToString(v))
	case string:
		w.string(v)
	case float32:
		writeFloatValue(w, float64(v), 32)
	case float64:
		writeFloatValue(w, v, 64)
	case int64:
		switch t.ID() {
		case types.IDTimestamp:
			w.string(formatTimestamp(v, "T", 6) + "Z")
		case types.IDTimestampNTZ:
			w.string(formatTimestamp(v, "T", 6))
		default:
			w.raw(strconv.FormatInt(v, 10))
		}
	case int32:
		if t.ID() == types.IDDate {
			w.string(formatDate(v))
		} else {
			w.raw(strconv.FormatInt(int64(v), 10))
		}
	default:
		w.raw(formatScalar(v, t))
	}
}

func writeFloatValue(w *jsonWriter, f float64, bits int) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		w.string(javaFloat(f, bits))
		return
	}
	w.raw(javaFloat(f, bits))
}
