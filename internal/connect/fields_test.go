package connect_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/flintlake/flintlake/proto"
)

// Our messages have the fields, numbers and types of Spark's and Delta's (testdata/fields.txt, written by fields.py), but
// for what belongs to machine learning and pipelines.
func TestFieldsAreSparks(t *testing.T) {
	data, err := os.ReadFile("testdata/fields.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		p := strings.Split(line, "\t")
		want[p[0]+"."+p[1]] = strings.Join(p[2:], " ")
	}
	got := map[string]string{}
	for _, f := range []protoreflect.FileDescriptor{pb.File_flintlake_types_proto, pb.File_flintlake_common_proto, pb.File_flintlake_expressions_proto,
		pb.File_flintlake_relations_proto, pb.File_flintlake_catalog_proto, pb.File_flintlake_commands_proto, pb.File_flintlake_base_proto,
		pb.File_flintlake_delta_proto} {
		collect(f.Messages(), got)
	}
	for name, g := range got {
		if want[name] != g {
			t.Errorf("%s is %q, in Spark %q", name, g, want[name])
		}
	}
	for name, w := range want {
		if _, ok := got[name]; !ok && !leftOut(name, w) {
			t.Errorf("%s (%s) is missing", name, w)
		}
	}
	if len(got) < 900 {
		t.Errorf("only %d fields", len(got))
	}
}

func leftOut(name, what string) bool {
	for _, word := range []string{"Ml", "ml_", ".ml", "Pipeline", "pipeline"} {
		if strings.Contains(name, word) || strings.Contains(what, word) {
			return true
		}
	}
	return strings.HasPrefix(name, "Fetch.")
}

func collect(messages protoreflect.MessageDescriptors, out map[string]string) {
	for i := range messages.Len() {
		m := messages.Get(i)
		if m.IsMapEntry() {
			continue
		}
		for j := range m.Fields().Len() {
			f := m.Fields().Get(j)
			oneof := ""
			if o := f.ContainingOneof(); o != nil && !o.IsSynthetic() {
				oneof = string(o.Name())
			}
			out[short(f.FullName())] = strconv.Itoa(int(f.Number())) + " " + kindOf(f) + " " + oneof
		}
		for j := range m.Enums().Len() {
			e := m.Enums().Get(j)
			for k := range e.Values().Len() {
				v := e.Values().Get(k)
				out[short(e.FullName())+"."+string(v.Name())] = strconv.Itoa(int(v.Number())) + " enum value "
			}
		}
		collect(m.Messages(), out)
	}
}

func kindOf(f protoreflect.FieldDescriptor) string {
	kind := f.Kind().String()
	switch {
	case f.IsMap():
		return "map"
	case f.Message() != nil:
		kind += " " + short(f.Message().FullName())
	case f.Enum() != nil:
		kind += " " + short(f.Enum().FullName())
	}
	if f.IsList() {
		kind = "repeated " + kind
	}
	return kind
}

func short(n protoreflect.FullName) string {
	return strings.TrimPrefix(string(n), "flintlake.connect.v1.")
}
