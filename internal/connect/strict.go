package connect

import (
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// check refuses what proto3 would drop in silence: fields that our .proto text does not have, and enum values out of
// range, at any depth. Path names the place: plan.root.project.expressions[2].
func check(m proto.Message, path string) error {
	c := checker{path: []string{path}}
	return c.message(m.ProtoReflect())
}

// checker keeps the path as a stack of steps and joins it only for an error.
type checker struct{ path []string }

func (c *checker) where() string { return strings.Join(c.path, ".") }

func (c *checker) message(m protoreflect.Message) (err error) {
	if len(c.path) > depthMax {
		return invalid("CANNOT_PARSE", "errorMsg", "messages are nested too deep")
	}
	if unknown := m.GetUnknown(); len(unknown) > 0 {
		number, _, _ := protowire.ConsumeTag(unknown)
		return c.unknown(int(number), m.Descriptor())
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		c.path = append(c.path, string(f.Name()))
		err = c.field(f, v)
		c.path = c.path[:len(c.path)-1]
		return err == nil
	})
	return err
}

func (c *checker) field(f protoreflect.FieldDescriptor, v protoreflect.Value) (err error) {
	switch {
	case f.IsMap():
		if f.MapValue().Kind() != protoreflect.MessageKind {
			return nil
		}
		v.Map().Range(func(k protoreflect.MapKey, v protoreflect.Value) bool {
			c.step("[" + strconv.Quote(k.String()) + "]")
			err = c.message(v.Message())
			c.unstep()
			return err == nil
		})
		return err
	case f.IsList():
		l := v.List()
		for i := range l.Len() {
			if f.Kind() != protoreflect.MessageKind && f.Kind() != protoreflect.EnumKind {
				return nil
			}
			c.step("[" + strconv.Itoa(i) + "]")
			err := c.single(f, l.Get(i))
			c.unstep()
			if err != nil {
				return err
			}
		}
		return nil
	}
	return c.single(f, v)
}

func (c *checker) step(s string) { c.path = append(c.path, s) }
func (c *checker) unstep()       { c.path = c.path[:len(c.path)-1] }

func (c *checker) single(f protoreflect.FieldDescriptor, v protoreflect.Value) error {
	switch f.Kind() {
	case protoreflect.MessageKind:
		return c.message(v.Message())
	case protoreflect.EnumKind:
		if f.Enum().Values().ByNumber(v.Enum()) == nil {
			return badEnum(sparkName(f.Parent().FullName()), c.where(), int32(v.Enum()))
		}
	}
	return nil
}

func (c *checker) unknown(number int, d protoreflect.MessageDescriptor) *sparkerr.Error {
	return invalid("UNKNOWN_FIELD", "fullName", sparkName(d.FullName()), "number", itoa(number), "path", c.where())
}

// sparkName is the name of a message as Spark's errors have it.
func sparkName(n protoreflect.FullName) string {
	return "spark.connect." + strings.TrimPrefix(string(n), "flintlake.connect.v1.")
}

func itoa(n int) string { return strconv.Itoa(n) }
