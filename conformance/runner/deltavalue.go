package main

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
)

// goScalar reads a scalar of oracle/delta's encoding.
func goScalar(v any, t types.DataType) (any, error) {
	text := textOf(v)
	switch t := t.(type) {
	case types.BooleanType:
		return strconv.ParseBool(text)
	case types.ByteType:
		i, err := strconv.ParseInt(text, 10, 8)
		return int8(i), err
	case types.ShortType:
		i, err := strconv.ParseInt(text, 10, 16)
		return int16(i), err
	case types.IntegerType:
		i, err := strconv.ParseInt(text, 10, 32)
		return int32(i), err
	case types.LongType:
		return strconv.ParseInt(text, 10, 64)
	case types.FloatType:
		f, err := strconv.ParseFloat(text, 32)
		return float32(f), err
	case types.DoubleType:
		return strconv.ParseFloat(text, 64)
	case types.DecimalType:
		u, valid, fits := types.ParseDecimal(text, t.Precision, t.Scale)
		if !valid || !fits {
			return nil, fmt.Errorf("%q is no %s", text, t.SQL())
		}
		return types.Decimal{Unscaled: u, Precision: t.Precision, Scale: t.Scale}, nil
	case types.DateType:
		d, err := time.Parse("2006-01-02", text)
		return int32(d.Unix() / 86400), err
	case types.TimestampType:
		d, err := time.Parse("2006-01-02T15:04:05.000000Z", text)
		return d.UnixMicro(), err
	case types.TimestampNTZType:
		d, err := time.Parse("2006-01-02T15:04:05.000000", text)
		return d.UnixMicro(), err
	case types.BinaryType:
		return hex.DecodeString(text)
	case types.StringType, types.CharType, types.VarcharType:
		return text, nil
	}
	return nil, fmt.Errorf("value of type %s", t.SQL())
}
