package cast

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// caster is one cast being made.
type caster struct {
	from, to types.DataType
	mode     expr.CastMode
	zone     *datetime.Zone
	zoneID   string
}

// New gives the kernel that converts a vector of type from to type to. zone is the id of the session time zone.
func New(from, to types.DataType, mode expr.CastMode, zone string) (fn.Kernel, error) {
	if !fn.CanCast(from, to, mode) {
		return nil, fn.CastError(from, to, mode, "")
	}
	if zone == "" {
		zone = "UTC"
	}
	z, err := datetime.LoadZone(zone)
	if err != nil {
		return nil, err
	}
	k := &caster{from, to, mode, z, zone}
	return k.kernel()
}

func (k *caster) kernel() (fn.Kernel, error) {
	f, t := k.from.ID(), k.to.ID()
	switch {
	case f == types.IDNull:
		return k.nulls, nil
	case f == t && vec.Width(k.from) != 0 && !types.IsNested(k.from) && f != types.IDDecimal && !types.IsANSIInterval(k.from) && f != types.IDTime,
		types.IsString(k.from) && (types.IsString(k.to) || t == types.IDBinary),
		f == types.IDBinary && types.IsString(k.to),
		types.Equal(k.from, k.to):
		return k.relabel, nil
	case t == types.IDVariant:
		return ToVariant(k.from)
	case f == types.IDVariant:
		return k.fromVariant()
	case types.IsString(k.to):
		return k.toText()
	case types.IsString(k.from):
		return k.fromText()
	case types.IsNested(k.from):
		return k.nested()
	case types.IsANSIInterval(k.from) || types.IsANSIInterval(k.to):
		return k.interval()
	case isTemporal(f) || isTemporal(t):
		return k.temporal()
	case t == types.IDBinary:
		return k.toBinary(), nil
	}
	return k.number()
}

func isTemporal(id types.ID) bool { return id >= types.IDDate && id <= types.IDTime }

func (k *caster) nulls(c *fn.Context, _ []*vec.Vector, _ vec.Sel, n int) (*vec.Vector, error) {
	return vec.NullVector(c.Arena, k.to, n), nil
}

// relabel is for types of one physical form.
func (k *caster) relabel(_ *fn.Context, args []*vec.Vector, _ vec.Sel, _ int) (*vec.Vector, error) {
	return relabel(args[0], k.to), nil
}

func relabel(v *vec.Vector, t types.DataType) *vec.Vector {
	out := *v
	out.Type = t
	if v.Form == vec.Dictionary {
		out.Children = []*vec.Vector{relabel(v.Children[0], t)}
	}
	return &out
}

func quoted(t types.DataType) string { return `"` + t.SQL() + `"` }

// invalid is what a text that cannot be read gives.
func (k *caster) invalid(text string) error {
	if k.mode != expr.ANSI {
		return nil
	}
	return sparkerr.New("CAST_INVALID_INPUT", "expression", textLiteral(text), "sourceType", quoted(k.from), "targetType", quoted(k.to), "ansiConfig", `"spark.sql.ansi.enabled"`)
}

// textLiteral is a text in quotes, as Spark shows it in errors.
func textLiteral(s string) string {
	b := make([]byte, 0, len(s)+2)
	b = append(b, '\'')
	for i := 0; i < len(s); i++ {
		if s[i] == '\'' || s[i] == '\\' {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return string(append(b, '\''))
}

// overflow is what a value beyond the target's range gives; value is its literal form.
func (k *caster) overflow(value string) error {
	if k.mode != expr.ANSI {
		return nil
	}
	return sparkerr.New("CAST_OVERFLOW", "value", value, "sourceType", quoted(k.from), "targetType", quoted(k.to), "ansiConfig", `"spark.sql.ansi.enabled"`)
}
