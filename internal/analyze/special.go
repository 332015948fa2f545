package analyze

import (
	"encoding/hex"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
)

// castNames are the functions that are casts.
var castNames = map[string]types.DataType{
	"boolean": types.Boolean, "tinyint": types.Byte, "smallint": types.Short, "int": types.Integer, "bigint": types.Long, "float": types.Float,
	"double": types.Double, "decimal": types.UserDefaultDecimal, "date": types.Date, "timestamp": types.Timestamp, "binary": types.Binary,
	"string": types.String,
}

// special binds functions that depend on more than the types of their arguments; nil for others.
func (x *exprBinder) special(name string, c *plan.Call) expr.Expr {
	switch name {
	case "count":
		return x.count(c)
	case "struct":
		return x.structOf(c)
	case "named_struct":
		return x.namedStructOf(c)
	case "when":
		return x.whenCall(c)
	case "if":
		return x.ifCall(c)
	case "grouping":
		return x.grouping(c)
	case "grouping_id":
		return x.groupingID(c)
	case "current_catalog", "current_database", "current_schema":
		if len(c.Args) == 0 {
			return x.currentName(name)
		}
	}
	if t, ok := castNames[name]; ok && len(c.Args) == 1 && !c.UserDefined {
		e := x.castExpr(&plan.Cast{Child: c.Args[0], Type: t, Origin: c.Origin})
		if k, ok := e.(*expr.Cast); ok {
			x.texts[e] = x.sql(k.Child)
		}
		return e
	}
	return nil
}

// count counts rows for count(*): a star among several arguments, or under DISTINCT, is its columns.
func (x *exprBinder) count(c *plan.Call) expr.Expr {
	if len(c.Args) != 1 || c.Distinct {
		return nil
	}
	s, ok := c.Args[0].(*plan.Star)
	if !ok {
		return nil
	}
	if len(s.Target) > 0 {
		failAt(c.Origin, "INVALID_USAGE_OF_STAR_WITH_TABLE_IDENTIFIER_IN_COUNT", "tableName", quoteID(s.Target...))
	}
	k := *c
	k.Args = []plan.Expr{&plan.Literal{Type: types.Integer, Value: int32(1)}}
	f, ok := x.functions.Lookup("count")
	if !ok {
		return nil
	}
	return x.declared(f, &k)
}

// structOf names its fields by alias, column or position.
func (x *exprBinder) structOf(c *plan.Call) expr.Expr {
	m := &expr.MakeStruct{}
	args := x.arguments(c, nil)
	for i, a := range args {
		name := "col" + itoa(i+1)
		v := stripAlias(a)
		var meta map[string]any
		switch n := a.(type) {
		case *expr.Alias:
			name, meta = n.Name, n.Metadata
		case *expr.Attribute:
			name, meta = n.Name, n.Metadata
		case *expr.Outer:
			name = n.Attr.Name
		case *expr.GetField:
			name = n.Name
		}
		m.Fields = append(m.Fields, v)
		m.DataType.Fields = append(m.DataType.Fields, types.StructField{Name: name, Type: v.Type(), Nullable: v.Nullable(), Metadata: meta})
	}
	x.texts[m] = "struct(" + x.sqlList(args) + ")"
	return m
}

func (x *exprBinder) namedStructOf(c *plan.Call) expr.Expr {
	args := x.arguments(c, nil)
	for i := range args {
		args[i] = stripAlias(args[i])
	}
	return x.makeNamedStruct(args, c.Origin)
}

func (x *exprBinder) namedStruct(args []expr.Expr, origin plan.Origin) expr.Expr {
	return x.makeNamedStruct(args, origin)
}

func (x *exprBinder) makeNamedStruct(args []expr.Expr, origin plan.Origin) expr.Expr {
	if len(args)%2 != 0 {
		failAt(origin, "WRONG_NUM_ARGS.WITHOUT_SUGGESTION", "functionName", "`named_struct`", "expectedNum", "2n (n > 0)", "actualNum", itoa(len(args)),
			"docroot", docRoot)
	}
	m := &expr.MakeStruct{}
	text := "named_struct(" + x.sqlList(args) + ")"
	for i := 0; i < len(args); i += 2 {
		var name string
		ok := false
		if foldable(args[i]) && types.IsString(args[i].Type()) {
			if l, err := x.foldTo(args[i]); err == nil {
				name, ok = l.Value.(string)
			}
		}
		if !ok {
			var names []string
			for j := 0; j < len(args); j += 2 {
				names = append(names, x.quoted(args[j]))
			}
			failAt(origin, "DATATYPE_MISMATCH.CREATE_NAMED_STRUCT_WITHOUT_FOLDABLE_STRING", "inputExprs", "["+strings.Join(names, ", ")+"]",
				"sqlExpr", "\""+text+"\"")
		}
		v := args[i+1]
		m.Fields = append(m.Fields, v)
		m.DataType.Fields = append(m.DataType.Fields, types.StructField{Name: name, Type: v.Type(), Nullable: v.Nullable(), Metadata: metadataOf(v)})
	}
	x.texts[m] = text
	return m
}

// whenCall is F.when(c, v).when(…).otherwise(e), which front ends send as one call.
func (x *exprBinder) whenCall(c *plan.Call) expr.Expr {
	k := &expr.Case{}
	i := 0
	for ; i+1 < len(c.Args); i += 2 {
		k.When = append(k.When, x.value(c.Args[i]))
		k.Then = append(k.Then, x.value(c.Args[i+1]))
	}
	if i < len(c.Args) {
		k.Else = x.value(c.Args[i])
	}
	if len(k.When) == 0 {
		return nil
	}
	return x.coerceCase(k)
}

func (x *exprBinder) ifCall(c *plan.Call) expr.Expr {
	if len(c.Args) != 3 {
		failAt(c.Origin, "WRONG_NUM_ARGS.WITHOUT_SUGGESTION", "functionName", "`if`", "expectedNum", "3", "actualNum", itoa(len(c.Args)), "docroot", docRoot)
	}
	args := x.binds(c.Args)
	for i := range args {
		args[i] = stripAlias(args[i])
	}
	text := "(IF(" + x.sqlList(args) + "))"
	if t := args[0].Type().ID(); t == types.IDNull {
		args[0] = x.implicit(args[0], types.Boolean)
	} else if t != types.IDBoolean {
		failAt(c.Origin, "DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE", "sqlExpr", "\""+text+"\"", "paramIndex", "first", "inputSql", x.quoted(args[0]),
			"inputType", quotedType(args[0].Type()), "requiredType", quotedType(types.Boolean))
	}
	same, ok := x.unify(args[1:])
	if !ok {
		failAt(c.Origin, "DATATYPE_MISMATCH.DATA_DIFF_TYPES", "functionName", "`if`", "dataType", typeList(args[1:]), "sqlExpr", "\""+text+"\"")
	}
	out := &expr.Case{When: args[:1], Then: same[:1], Else: same[1]}
	x.texts[out] = text
	return out
}

func (x *exprBinder) currentName(name string) expr.Expr {
	catalog, namespace := x.catalog.Current()
	value := catalog
	if name != "current_catalog" {
		parts := make([]string, len(namespace))
		for i, n := range namespace {
			parts[i] = types.QuoteIfNeeded(n)
		}
		name, value = "current_schema", strings.Join(parts, ".")
	}
	l := &expr.Literal{DataType: types.String, Value: value}
	x.texts[l] = name + "()"
	return l
}

// typedText is DATE '…' and its like, which need the session time zone.
func (x *exprBinder) typedText(e *plan.TypedText) expr.Expr {
	name := upper(e.TypeName)
	var t types.DataType
	switch name {
	case "X":
		text := e.Text
		if len(text)%2 == 1 {
			text = "0" + text
		}
		v, err := hex.DecodeString(text)
		if err != nil {
			failAt(e.Origin, "INVALID_TYPED_LITERAL", "valueType", "\"X\"", "value", "'"+e.Text+"'")
		}
		return &expr.Literal{DataType: types.Binary, Value: v}
	case "DATE":
		t = types.Date
	case "TIMESTAMP_NTZ":
		t = types.TimestampNTZ
	case "TIMESTAMP_LTZ":
		t = types.Timestamp
	case "TIMESTAMP":
		t = types.Timestamp
		if x.conf("spark.sql.timestampType") == "TIMESTAMP_NTZ" && !hasZone(e.Text) {
			t = types.TimestampNTZ
		}
	case "TIME":
		t = types.TimeType{Precision: 6}
	default:
		failAt(e.Origin, "UNSUPPORTED_TYPED_LITERAL", "unsupportedType", "\""+name+"\"",
			"supportedTypes", "\"DATE\", \"TIMESTAMP_NTZ\", \"TIMESTAMP_LTZ\", \"TIMESTAMP\", \"INTERVAL\", \"X\", \"TIME\"")
	}
	if l := x.specialTime(strings.TrimSpace(strings.ToLower(e.Text)), t); l != nil {
		return l
	}
	c := &expr.Cast{Child: &expr.Literal{DataType: types.String, Value: e.Text}, DataType: t, Mode: expr.ANSI, TimeZone: x.env.ZoneID}
	if x.Fold == nil {
		return c
	}
	l, err := x.foldTo(c)
	if err != nil || l.Value == nil {
		failAt(e.Origin, "INVALID_TYPED_LITERAL", "valueType", "\""+name+"\"", "value", "'"+e.Text+"'")
	}
	return l
}

// hasZone tells whether a timestamp text names a time zone.
func hasZone(text string) bool {
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, " T"); i >= 0 {
		return strings.ContainsAny(text[i+1:], "Zz+-/") || strings.ContainsAny(text[i+1:], "UGE")
	}
	return false
}

const dayMicros = 24 * 60 * 60 * 1_000_000

// specialTime is the value of DATE 'today' and the like; nil for ordinary text.
func (x *exprBinder) specialTime(word string, t types.DataType) *expr.Literal {
	local := x.env.Now
	if x.env.TimeZone != nil {
		_, offset := timeAt(x.env.Now, x.env.TimeZone).Zone()
		local += int64(offset) * 1_000_000
	}
	today := floorDiv(local, dayMicros)
	var days int64
	switch word {
	case "epoch":
		switch t.ID() {
		case types.IDDate:
			return &expr.Literal{DataType: t, Value: int32(0)}
		case types.IDTimestamp, types.IDTimestampNTZ:
			return &expr.Literal{DataType: t, Value: int64(0)}
		}
		return nil
	case "now", "today":
		days = today
	case "yesterday":
		days = today - 1
	case "tomorrow":
		days = today + 1
	default:
		return nil
	}
	switch t.ID() {
	case types.IDDate:
		return &expr.Literal{DataType: t, Value: int32(days)}
	case types.IDTimestamp:
		if word == "now" {
			return &expr.Literal{DataType: t, Value: x.env.Now}
		}
		return &expr.Literal{DataType: t, Value: days*dayMicros - (local - x.env.Now)}
	case types.IDTimestampNTZ:
		if word == "now" {
			return &expr.Literal{DataType: t, Value: local}
		}
		return &expr.Literal{DataType: t, Value: days * dayMicros}
	}
	return nil
}
