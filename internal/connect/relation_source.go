package connect

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
	pb "github.com/flintlake/flintlake/proto"
)

func (d *decoder) read(m *pb.Read, n plan.Node) plan.Relation {
	switch k := m.GetReadType().(type) {
	case *pb.Read_NamedTable_:
		return &plan.NamedTable{Node: n, Name: tableName(k.NamedTable.GetUnparsedIdentifier()), Options: k.NamedTable.GetOptions(), Streaming: m.GetIsStreaming()}
	case *pb.Read_DataSource_:
		s := k.DataSource
		if s.SourceName != nil {
			failUnsupported("named streaming sources")
		}
		r := &plan.DataSource{Node: n, Format: s.GetFormat(), Options: s.GetOptions(), Paths: s.GetPaths(), Predicates: s.GetPredicates(), Streaming: m.GetIsStreaming()}
		r.Schema, r.SchemaDDL = schemaText(s.GetSchema())
		return r
	}
	fail(notSet("spark.connect.Read", "read_type"))
	return nil
}

// schemaText takes a schema that is JSON or DDL text.
func schemaText(text string) (*types.StructType, string) {
	if !strings.HasPrefix(strings.TrimSpace(text), "{") && !strings.HasPrefix(text, `"`) {
		return nil, text
	}
	t := must(types.FromJSON([]byte(text)))
	s, ok := t.(types.StructType)
	if !ok {
		fail(invalid("INVALID_SCHEMA_NON_STRUCT_TYPE", "inputSchema", text, "dataType", t.SimpleString()))
	}
	return &s, ""
}

func local(m *pb.LocalRelation, n plan.Node) plan.Relation {
	if m.Data == nil && m.Schema == nil {
		fail(invalid("SCHEMA_REQUIRED_FOR_LOCAL_RELATION"))
	}
	r := &plan.LocalData{Node: n, Data: m.GetData()}
	r.Schema, r.SchemaDDL = schemaText(m.GetSchema())
	return r
}

// sql converts a query text with its parameters; the older forms hold literals only.
func (d *decoder) sql(m *pb.SQL, n plan.Node) *plan.SQLText {
	r := &plan.SQLText{Node: n, SQL: m.GetQuery()}
	r.Named, r.Position = d.sqlArguments(m.GetNamedArguments(), m.GetPosArguments(), m.GetArgs(), m.GetPosArgs())
	return r
}

func (d *decoder) sqlArguments(named map[string]*pb.Expression, positional []*pb.Expression, oldNamed map[string]*pb.Expression_Literal,
	oldPositional []*pb.Expression_Literal) (map[string]plan.Expr, []plan.Expr) {
	var byName map[string]plan.Expr
	if len(named)+len(oldNamed) > 0 {
		byName = make(map[string]plan.Expr, len(named)+len(oldNamed))
	}
	for k, v := range oldNamed {
		byName[k] = d.literal(v, plan.Origin{})
	}
	for k, v := range named {
		byName[k] = d.expr(v)
	}
	byPosition := d.exprs(positional)
	for _, v := range oldPositional {
		byPosition = append(byPosition, d.literal(v, plan.Origin{}))
	}
	if byName != nil && byPosition != nil {
		fail(invalid("ASSERTION_FAILURE", "message", "a SQL text takes named or positional parameters, not both"))
	}
	return byName, byPosition
}

// withRelations converts a plan with references. Around a SQL text they are the relations that the text names.
func (d *decoder) withRelations(m *pb.WithRelations, n plan.Node) plan.Relation {
	root := d.relation(required(m.GetRoot(), "spark.connect.WithRelations", "root"))
	refs := make([]plan.Relation, len(m.GetReferences()))
	for i, r := range m.GetReferences() {
		refs[i] = d.relation(r)
	}
	text, ok := root.(*plan.SQLText)
	if !ok {
		return &plan.WithRelations{Node: n, Root: root, Refs: refs}
	}
	views := map[string]plan.Relation{}
	for _, r := range refs {
		a, named := r.(*plan.SubqueryAlias)
		if !named {
			fail(invalid("INVALID_WITH_RELATION_REFERENCE"))
		}
		views[a.Name] = a.Input
	}
	c := *text
	c.Views = views
	if n.PlanID != 0 {
		c.Node = n
	}
	return &c
}

func (d *decoder) parse(m *pb.Parse, n plan.Node) plan.Relation {
	r := &plan.Parse{Node: n, Input: d.input(m.GetInput(), "Parse"), Options: m.GetOptions()}
	switch m.GetFormat() {
	case pb.Parse_PARSE_FORMAT_CSV:
		r.Format = "csv"
	case pb.Parse_PARSE_FORMAT_JSON:
		r.Format = "json"
	case pb.Parse_PARSE_FORMAT_XML:
		r.Format = "xml"
	default:
		fail(badEnum("spark.connect.Parse", m.GetFormat().String(), int32(m.GetFormat())))
	}
	if m.GetSchema() != nil {
		s := d.structOf(m.GetSchema())
		r.Schema = &s
	}
	return r
}
