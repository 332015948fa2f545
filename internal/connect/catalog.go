package connect

import (
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/plan"
	pb "github.com/flintlake/flintlake/proto"
)

// catalog converts a call of spark.catalog: Name is PySpark's method (listTables), Args are its parameters in camel case
// (dbName, tableName, pattern). Optional ones that were not given are absent. Schemas are types.DataType, options
// map[string]string, a storage level map[string]any.
func (d *decoder) catalog(m *pb.Catalog, n plan.Node) plan.Relation {
	message := m.ProtoReflect()
	call := message.WhichOneof(message.Descriptor().Oneofs().ByName("cat_type"))
	if call == nil {
		fail(notSet("spark.connect.Catalog", "cat_type"))
	}
	return &plan.CatalogCall{Node: n, Name: call.JSONName(), Args: d.callArgs(message.Get(call).Message())}
}

func (d *decoder) callArgs(m protoreflect.Message) map[string]any {
	args := map[string]any{}
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if f.HasPresence() && !m.Has(f) {
			continue
		}
		args[f.JSONName()] = d.callArg(f, m.Get(f))
	}
	return args
}

func (d *decoder) callArg(f protoreflect.FieldDescriptor, v protoreflect.Value) any {
	switch {
	case f.IsMap():
		out := map[string]string{}
		v.Map().Range(func(k protoreflect.MapKey, v protoreflect.Value) bool {
			out[k.String()] = v.String()
			return true
		})
		return out
	case f.Kind() == protoreflect.MessageKind:
		if t, ok := v.Message().Interface().(*pb.DataType); ok {
			return d.dataType(t)
		}
		return d.callArgs(v.Message())
	case f.Kind() == protoreflect.StringKind:
		return v.String()
	case f.Kind() == protoreflect.BoolKind:
		return v.Bool()
	case f.Kind() == protoreflect.Int32Kind:
		return int(v.Int())
	}
	fail(sparkerr.Internal("catalog field %s", f.FullName()))
	return nil
}
