package date

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// MakeTimestamp puts a timestamp together.
var MakeTimestamp = fn.Function{Name: "make_timestamp", Aliases: []string{"make_timestamp_ltz"}, Group: "datetime_funcs",
	Doc: fn.Describe("Makes a timestamp of year, month, day, hour, minute, second with fraction, and optionally a time zone.", fn.Params("years", "months", "days", "hours", "mins", "secs", "timezone?"),
		"SELECT make_timestamp(2014, 12, 28, 6, 30, 45.887)", "2014-12-28 06:30:45.887"),
	Bind: makeTimestamp(types.Timestamp, false)}

func makeTimestamp(t types.DataType, try bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		seconds := types.DecimalType{Precision: 16, Scale: 6}
		args, err := c.Take(6, 7, intClass, intClass, intClass, intClass, intClass, fn.Exact(seconds), fn.AnyString)
		if err != nil {
			return nil, err
		}
		zone, err := zoneOf(c, t)
		if err != nil {
			return nil, err
		}
		ansi := c.ANSI() && !try
		cache := &fn.Cache[*datetime.Zone]{}
		return &fn.Bound{Args: args, Type: t, Nullable: !ansi || fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			z := zone
			if r.Len() == 7 {
				var err error
				if z, err = cache.Get(r.Text(6), datetime.LoadZone); err != nil {
					return err
				}
			}
			v, i := r.At(5)
			s, _ := vec.Values[types.Int128](v)[i].Int64()
			micros, err := assemble([5]int{r.Int(0), r.Int(1), r.Int(2), r.Int(3), r.Int(4)}, s, z)
			switch {
			case err != nil && ansi:
				return err
			case err != nil:
				out.Null()
			default:
				vec.Put(out, micros)
			}
			return nil
		})}, nil
	}
}

// assemble checks the parts; 60 seconds without fraction carry into the next minute.
func assemble(p [5]int, seconds int64, zone *datetime.Zone) (int64, error) {
	if err := checkDate(p[0], p[1], p[2]); err != nil {
		return 0, err
	}
	if err := checkTime(p[3], p[4]); err != nil {
		return 0, err
	}
	if seconds > 60*datetime.MicrosPerSecond {
		if seconds/datetime.MicrosPerSecond == 60 {
			return 0, sparkerr.New("INVALID_FRACTION_OF_SECOND", "secAndMicros", string(types.AppendDecimal(nil, types.Int128Of(seconds), 6)))
		}
		return 0, outOfBounds("Invalid value for SecondOfMinute (valid values 0 - 59): " + strconv.FormatInt(seconds/datetime.MicrosPerSecond, 10))
	}
	if seconds < 0 {
		return 0, outOfBounds("Invalid value for SecondOfMinute (valid values 0 - 59): " + strconv.FormatInt(datetime.FloorDiv(seconds, datetime.MicrosPerSecond), 10))
	}
	local, ok := datetime.Join(datetime.Days(p[0], p[1], p[2]), int64(p[3])*datetime.MicrosPerHour+int64(p[4])*datetime.MicrosPerMinute+seconds)
	if ok {
		local, ok = zone.ToInstant(local)
	}
	if !ok {
		return 0, sparkerr.New("DATETIME_OVERFLOW", "operation", "long overflow")
	}
	return local, nil
}
