package text

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/cast"
	"github.com/flintlake/flintlake/internal/vec"
)

// FormatString writes values by a pattern of Java's Formatter.
var FormatString = fn.Function{Name: "format_string", Aliases: []string{"printf"}, Group: "string_funcs",
	Doc: fn.Describe("Writes the arguments by a pattern in printf style.", fn.Params("format:string", "cols..."), "SELECT format_string('Hello World %d %s', 100, 'days')", "Hello World 100 days"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, -1); err != nil {
			return nil, err
		}
		format, ok := fn.ImplicitCast(c.Env, c.Args[0], fn.AnyString)
		if !ok {
			return nil, c.Unexpected(0, fn.AnyString)
		}
		args := append([]expr.Expr{format}, c.Args[1:]...)
		zone, err := c.Zone()
		if err != nil {
			return nil, err
		}
		show := make([]cast.Appender, len(args))
		for i, a := range args {
			if show[i], err = cast.NewAppender(a.Type(), zone, false); err != nil {
				return nil, err
			}
		}
		return &fn.Bound{Args: args, Type: types.String, Nullable: args[0].Nullable(), Kernel: fn.AllRows(types.String, func(r fn.Row, out *vec.Builder) error {
			if r.Null(0) {
				out.Null()
				return nil
			}
			b, err := formatRow(r.Text(0), r, show)
			if err != nil {
				return err
			}
			out.Text(b)
			return nil
		})}, nil
	}}

// directive is %[index$][flags][width][.precision]conversion.
type directive struct {
	index            int // 0: the next argument
	flags            string
	width, precision int // -1: not given
	conversion       byte
}

func parseDirective(s string) (d directive, n int, ok bool) {
	d.width, d.precision = -1, -1
	i := 0
	digits := func() int {
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		v, err := strconv.Atoi(s[from:i])
		if err != nil {
			return -1
		}
		return v
	}
	if v := digits(); v > 0 && i < len(s) && s[i] == '$' {
		d.index = v
		i++
	} else {
		i = 0
	}
	for i < len(s) && strings.IndexByte("-#+ 0,(<", s[i]) >= 0 {
		d.flags += s[i : i+1]
		i++
	}
	d.width = digits()
	if i < len(s) && s[i] == '.' {
		i++
		d.precision = digits()
	}
	if i == len(s) {
		return d, 0, false
	}
	d.conversion = s[i]
	return d, i + 1, true
}

func formatRow(f string, r fn.Row, show []cast.Appender) ([]byte, error) {
	var b []byte
	next := 1
	for {
		i := strings.IndexByte(f, '%')
		if i < 0 {
			return append(b, f...), nil
		}
		b = append(b, f[:i]...)
		d, n, ok := parseDirective(f[i+1:])
		if !ok {
			return nil, sparkerr.Internal("the format %q ends within a directive", f)
		}
		f = f[i+1+n:]
		switch d.conversion {
		case '%':
			b = append(b, aligned("%", d)...)
			continue
		case 'n':
			b = append(b, '\n')
			continue
		}
		k := d.index
		if k == 0 {
			k = next
			next++
		}
		if k >= r.Len() {
			return nil, sparkerr.New("_LEGACY_ERROR_TEMP_1", "message", "Format specifier has no argument")
		}
		text, err := d.value(r, k, show[k])
		if err != nil {
			return nil, err
		}
		b = append(b, text...)
	}
}

func aligned(text string, d directive) string {
	missing := d.width - len([]rune(text))
	if missing <= 0 {
		return text
	}
	if strings.Contains(d.flags, "-") {
		return text + strings.Repeat(" ", missing)
	}
	return strings.Repeat(" ", missing) + text
}

func (d directive) value(r fn.Row, k int, show cast.Appender) (string, error) {
	if r.Null(k) {
		text := "null"
		if d.conversion == 'b' || d.conversion == 'B' {
			text = "false"
		} else if d.precision >= 0 && d.precision < len(text) {
			text = text[:d.precision]
		}
		if d.conversion < 'a' {
			text = strings.ToUpper(text)
		}
		return aligned(text, d), nil
	}
	v, i := r.At(k)
	var text string
	switch d.conversion | 0x20 {
	case 's':
		text = string(show(nil, v, i))
		if d.precision >= 0 {
			text = Substring(text, 1, d.precision)
		}
	case 'b':
		text = "true"
		if x, ok := vec.ValueAt(v, i).(bool); ok && !x {
			text = "false"
		}
	case 'c':
		n, ok := integerValue(v, i)
		if !ok {
			return "", d.mismatch(v.Type)
		}
		text = string(rune(n.Int64()))
	case 'd', 'x', 'o':
		n, ok := integerValue(v, i)
		if !ok {
			return "", d.mismatch(v.Type)
		}
		return d.integer(n, v.Type), nil
	case 'f', 'e', 'g':
		return d.float(v, i)
	default:
		return "", d.mismatch(v.Type)
	}
	if d.conversion < 'a' {
		text = strings.ToUpper(text)
	}
	return aligned(text, d), nil
}

func (d directive) mismatch(t types.DataType) error {
	return sparkerr.New("_LEGACY_ERROR_TEMP_1", "message", string(d.conversion)+" != "+t.SimpleString())
}

func integerValue(v *vec.Vector, i int) (*big.Int, bool) {
	switch x := vec.ValueAt(v, i).(type) {
	case int8:
		return big.NewInt(int64(x)), true
	case int16:
		return big.NewInt(int64(x)), true
	case int32:
		return big.NewInt(int64(x)), v.Type.ID() == types.IDInteger
	case int64:
		return big.NewInt(x), v.Type.ID() == types.IDLong
	}
	return nil, false
}

func (d directive) integer(n *big.Int, t types.DataType) string {
	negative := n.Sign() < 0
	text := new(big.Int).Abs(n).String()
	if d.conversion != 'd' {
		if negative { // two's complement of the type's width
			n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), uint(8*vec.Width(t))))
			negative = false
		}
		text = n.Text(map[byte]int{'x': 16, 'X': 16, 'o': 8}[d.conversion])
		if d.conversion == 'X' {
			text = strings.ToUpper(text)
		}
	}
	return d.signed(text, negative)
}

// signed adds grouping, sign and padding to the digits of a magnitude.
func (d directive) signed(text string, negative bool) string {
	if strings.Contains(d.flags, ",") {
		whole, fraction, point := strings.Cut(text, ".")
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
		text = whole
		if point {
			text += "." + fraction
		}
	}
	prefix, suffix := "", ""
	switch {
	case negative && strings.Contains(d.flags, "("):
		prefix, suffix = "(", ")"
	case negative:
		prefix = "-"
	case strings.Contains(d.flags, "+"):
		prefix = "+"
	case strings.Contains(d.flags, " "):
		prefix = " "
	}
	if strings.Contains(d.flags, "0") {
		for len(prefix)+len(text)+len(suffix) < d.width {
			text = "0" + text
		}
	}
	return aligned(prefix+text+suffix, d)
}

func (d directive) float(v *vec.Vector, i int) (string, error) {
	precision := d.precision
	if precision < 0 {
		precision = 6
	}
	switch t := v.Type.(type) {
	case types.DecimalType:
		x := types.Decimal{Unscaled: vec.Values[types.Int128](v)[i], Scale: t.Scale}
		if d.conversion == 'f' {
			return d.signed(strings.TrimPrefix(halfUp(x.Rat(), precision), "-"), x.Unscaled.Sign() < 0), nil
		}
		return d.double(x.Float64(), 64, precision), nil
	case types.FloatType:
		return d.double(float64(vec.Values[float32](v)[i]), 32, precision), nil
	case types.DoubleType:
		return d.double(vec.Values[float64](v)[i], 64, precision), nil
	}
	return "", d.mismatch(v.Type)
}

func halfUp(r *big.Rat, precision int) string { return r.FloatString(precision) }

func (d directive) double(f float64, bits, precision int) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return aligned(cast.FloatText(f, 64), directive{flags: strings.ReplaceAll(d.flags, "0", ""), width: d.width})
	}
	negative := math.Signbit(f)
	f = math.Abs(f)
	if d.conversion == 'f' { // Java rounds the shortest decimal digits half up
		r, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'f', -1, bits))
		return d.signed(halfUp(r, precision), negative)
	}
	text := strconv.FormatFloat(f, d.conversion|0x20, precision, 64)
	if d.conversion < 'a' {
		text = strings.ToUpper(text)
	}
	return d.signed(text, negative)
}
