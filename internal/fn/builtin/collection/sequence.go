package collection

import (
	"math"
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Sequence counts from one value to another.
var Sequence = fn.Function{Name: "sequence", Group: "array_funcs",
	Doc: fn.Describe("Returns the numbers, dates or timestamps from `start` to `stop`, both included, by `step` (1, a day, or backward where stop is before start).", fn.Params("start", "stop", "step?"), "SELECT sequence(1, 5)", "[1,2,3,4,5]"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 3); err != nil {
			return nil, err
		}
		common, ok := fn.TightestCommon(c.Env, c.Args[0].Type(), c.Args[1].Type())
		if !ok || !types.IsIntegral(common) && !types.IsDatetime(common) {
			return nil, sequenceError(c)
		}
		args := []expr.Expr{c.Cast(c.Args[0], common), c.Cast(c.Args[1], common)}
		if types.IsIntegral(common) {
			return integerSequence(c, args, common)
		}
		return timeSequence(c, args, common)
	}}

func sequenceError(c *fn.Call) error {
	params := []string{"functionName", c.ID(), "startType", `("TIMESTAMP" or "TIMESTAMP_NTZ" or "DATE")`, "stepType", `("INTERVAL" or "INTERVAL YEAR TO MONTH" or "INTERVAL DAY TO SECOND")`, "otherStartType", `"INTEGRAL"`}
	return c.Mismatch("SEQUENCE_WRONG_INPUT_TYPES", params...)
}

const maxElements = math.MaxInt32 - 15

func sequenceBounds(start, stop, step string) error {
	return sparkerr.New("INVALID_PARAMETER_VALUE.BOUNDARY", "parameter", "`step`", "functionName", "`sequence`", "invalidValue", start+", "+stop+", "+step)
}

func integerSequence(c *fn.Call, args []expr.Expr, t types.DataType) (*fn.Bound, error) {
	nullable := fn.AnyNullable(args)
	if len(c.Args) == 3 {
		wider, ok := fn.TightestCommon(c.Env, t, c.Args[2].Type())
		if !ok || !types.IsIntegral(wider) {
			return nil, sequenceError(c)
		}
		t = wider
		args = []expr.Expr{c.Cast(args[0], types.Long), c.Cast(args[1], types.Long), c.Cast(c.Args[2], types.Long)}
		nullable = nullable || c.Args[2].Nullable()
	} else {
		args = []expr.Expr{c.Cast(args[0], types.Long), c.Cast(args[1], types.Long)}
	}
	a := types.ArrayType{Element: t}
	return &fn.Bound{Args: args, Type: a, Nullable: nullable, Kernel: fn.Rows(a, func(r fn.Row, out *vec.Builder) error {
		start, stop := r.Long(0), r.Long(1)
		step := int64(1)
		if r.Len() == 3 {
			step = r.Long(2)
		} else if stop < start {
			step = -1
		}
		if step == 0 && start != stop || step > 0 && stop < start || step < 0 && stop > start {
			return sequenceBounds(strconv.FormatInt(start, 10), strconv.FormatInt(stop, 10), strconv.FormatInt(step, 10))
		}
		n := uint64(1)
		if step > 0 {
			n = uint64(stop-start)/uint64(step) + 1
		} else if step < 0 {
			n = uint64(start-stop)/uint64(-step) + 1
		}
		if n > maxElements {
			return sparkerr.New("COLLECTION_SIZE_LIMIT_EXCEEDED.PARAMETER", "numberOfElements", strconv.FormatUint(n, 10), "functionName", "`sequence`", "maxRoundedArrayLength", strconv.Itoa(maxElements), "parameter", "`count`")
		}
		for i := range n {
			putInteger(out.Child(0), t, start+int64(i)*step)
		}
		out.EndList()
		return nil
	})}, nil
}

func putInteger(out *vec.Builder, t types.DataType, v int64) {
	switch t.ID() {
	case types.IDByte:
		vec.Put(out, int8(v))
	case types.IDShort:
		vec.Put(out, int16(v))
	case types.IDInteger:
		vec.Put(out, int32(v))
	default:
		vec.Put(out, v)
	}
}

// timeSequence steps on the wall clock, always from the start, so that month ends do not drift.
func timeSequence(c *fn.Call, args []expr.Expr, t types.DataType) (*fn.Bound, error) {
	zone, err := c.Zone()
	if err != nil {
		return nil, err
	}
	if t.ID() != types.IDTimestamp {
		zone = datetime.FixedZone("UTC", 0)
	}
	var step expr.Expr = fn.Constant(types.CalendarInterval, nil)
	if len(c.Args) == 3 {
		step = c.Args[2]
		if id := step.Type().ID(); id != types.IDCalendarInterval && !types.IsANSIInterval(step.Type()) {
			return nil, sequenceError(c)
		}
		args = append(args, step)
	}
	nullable := fn.AnyNullable(args)
	point := func(r fn.Row, k int) int64 {
		if t.ID() == types.IDDate {
			return int64(r.Int(k)) * datetime.MicrosPerDay
		}
		return r.Long(k)
	}
	a := types.ArrayType{Element: t}
	return &fn.Bound{Args: args, Type: a, Nullable: nullable, Kernel: fn.Rows(a, func(r fn.Row, out *vec.Builder) error {
		start, stop := point(r, 0), point(r, 1)
		months, days, micros := int64(0), int64(1), int64(0)
		if r.Len() == 3 {
			months, days, micros = intervalParts(r, 2)
		} else if stop < start {
			days = -1
		}
		estimate := months*28*datetime.MicrosPerDay + days*datetime.MicrosPerDay + micros
		if estimate == 0 && start != stop || estimate > 0 && stop < start || estimate < 0 && stop > start {
			return sequenceBounds(strconv.FormatInt(start, 10), strconv.FormatInt(stop, 10), strconv.FormatInt(estimate, 10))
		}
		if estimate == 0 {
			months, days, micros = 0, 1, 0
			estimate = 1
		}
		for i := int64(0); ; i++ {
			v, ok := stepped(start, i*months, i*days, i*micros, zone)
			if !ok || estimate > 0 && v > stop || estimate < 0 && v < stop {
				break
			}
			if t.ID() == types.IDDate {
				vec.Put(out.Child(0), int32(datetime.FloorDiv(v, datetime.MicrosPerDay)))
			} else {
				vec.Put(out.Child(0), v)
			}
			if i >= maxElements {
				return sparkerr.New("COLLECTION_SIZE_LIMIT_EXCEEDED.PARAMETER", "numberOfElements", strconv.FormatInt(i, 10), "functionName", "`sequence`", "maxRoundedArrayLength", strconv.Itoa(maxElements), "parameter", "`count`")
			}
		}
		out.EndList()
		return nil
	})}, nil
}

func intervalParts(r fn.Row, k int) (months, days, micros int64) {
	v, i := r.At(k)
	switch v.Type.ID() {
	case types.IDYearMonthInterval:
		return int64(vec.Values[int32](v)[i]), 0, 0
	case types.IDDayTimeInterval:
		m := vec.Values[int64](v)[i]
		return 0, m / datetime.MicrosPerDay, m % datetime.MicrosPerDay
	}
	c := vec.Values[vec.CalendarInterval](v)[i]
	return int64(c.Months), int64(c.Days), c.Micros
}

func stepped(v, months, days, micros int64, zone *datetime.Zone) (int64, bool) {
	if months != 0 || days != 0 {
		day, ofDay := datetime.Split(zone.ToLocal(v))
		if months != 0 {
			day = datetime.AddMonths(day, months)
		}
		local, ok := datetime.Join(day+days, ofDay)
		if !ok {
			return 0, false
		}
		if v, ok = zone.ToInstant(local); !ok {
			return 0, false
		}
	}
	s := v + micros
	return s, (v^s)&(micros^s) >= 0
}
