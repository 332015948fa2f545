package connect

import (
	"errors"
	"strings"

	"github.com/klauspost/compress/zstd"
	"google.golang.org/protobuf/proto"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/plan"
	pb "github.com/flintlake/flintlake/proto"
)

// depthMax bounds the nesting of messages. A chain of 2,000 operators takes about 4,000.
const depthMax = 20_000

// planBytesMax bounds a plan after decompression.
const planBytesMax = 1 << 30

// Plan is a decoded plan: exactly one of the two is set.
type Plan struct {
	Relation plan.Relation
	Command  plan.Command
}

// DecodePlan decodes the bytes of a spark.connect.Plan message.
func DecodePlan(data []byte) (*Plan, error) {
	var m pb.Plan
	if err := unmarshal(data, &m, "Plan"); err != nil {
		return nil, err
	}
	return FromPlan(&m)
}

// FromPlan decodes a message that is part of a request.
func FromPlan(m *pb.Plan) (p *Plan, err error) {
	defer catch(&err)
	if err := check(m, "plan"); err != nil {
		return nil, err
	}
	d := &decoder{}
	switch op := m.GetOpType().(type) {
	case *pb.Plan_Root:
		return &Plan{Relation: d.relation(op.Root)}, nil
	case *pb.Plan_Command:
		return &Plan{Command: d.command(op.Command)}, nil
	case *pb.Plan_CompressedOperation_:
		return decompress(op.CompressedOperation)
	}
	return nil, notSet("spark.connect.Plan", "op_type")
}

// DecodeRelation decodes the bytes of a spark.connect.Relation message.
func DecodeRelation(data []byte) (r plan.Relation, err error) {
	var m pb.Relation
	if err := unmarshal(data, &m, "Relation"); err != nil {
		return nil, err
	}
	defer catch(&err)
	if err := check(&m, "root"); err != nil {
		return nil, err
	}
	return (&decoder{}).relation(&m), nil
}

// DecodeExpression decodes the bytes of a spark.connect.Expression message.
func DecodeExpression(data []byte) (e plan.Expr, err error) {
	var m pb.Expression
	if err := unmarshal(data, &m, "Expression"); err != nil {
		return nil, err
	}
	defer catch(&err)
	if err := check(&m, "expression"); err != nil {
		return nil, err
	}
	return (&decoder{}).expr(&m), nil
}

func unmarshal(data []byte, m proto.Message, name string) error {
	err := proto.UnmarshalOptions{RecursionLimit: depthMax}.Unmarshal(data, m)
	if err == nil {
		return nil
	}
	reason := strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\u00a0", " "), "proto: ")
	if strings.Contains(reason, "recursion") {
		reason = "messages are nested too deep"
	}
	return invalid("CANNOT_PARSE", "errorMsg", name+": "+reason)
}

// decompress reads a plan that the client compressed because of its size.
func decompress(m *pb.Plan_CompressedOperation) (*Plan, error) {
	if m.CompressionCodec != pb.CompressionCodec_COMPRESSION_CODEC_ZSTD {
		return nil, badEnum("spark.connect.Plan.CompressedOperation", m.CompressionCodec.String(), int32(m.CompressionCodec))
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(planBytesMax))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	data, err := z.DecodeAll(m.Data, nil)
	if err != nil {
		return nil, invalid("CANNOT_PARSE", "errorMsg", err.Error())
	}
	switch m.OpType {
	case pb.Plan_CompressedOperation_OP_TYPE_RELATION:
		r, err := DecodeRelation(data)
		return &Plan{Relation: r}, err
	case pb.Plan_CompressedOperation_OP_TYPE_COMMAND:
		c, err := decodeCommand(data)
		return &Plan{Command: c}, err
	}
	return nil, badEnum("spark.connect.Plan.CompressedOperation", m.OpType.String(), int32(m.OpType))
}

func decodeCommand(data []byte) (c plan.Command, err error) {
	var m pb.Command
	if err := unmarshal(data, &m, "Command"); err != nil {
		return nil, err
	}
	defer catch(&err)
	if err := check(&m, "command"); err != nil {
		return nil, err
	}
	return (&decoder{}).command(&m), nil
}

// decoder walks over checked messages. Errors travel as panics of bail inside the package.
type decoder struct{ depth int }

type bail struct{ err error }

func fail(err error) { panic(bail{err}) }

func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case bail:
		*err = r.err
	default:
		panic(r)
	}
}

// enter counts a level; the caller defers leave. The limit is that of unmarshalling: this one guards messages that were
// unmarshalled elsewhere.
func (d *decoder) enter() {
	if d.depth++; d.depth > depthMax {
		fail(invalid("CANNOT_PARSE", "errorMsg", "messages are nested too deep"))
	}
}

func (d *decoder) leave() { d.depth-- }

func invalid(reason string, params ...string) *sparkerr.Error {
	return sparkerr.New("CONNECT_INVALID_PLAN."+reason, params...)
}

func notSet(message, oneof string) *sparkerr.Error {
	return invalid("INVALID_ONE_OF_FIELD_NOT_SET", "fullName", message, "name", oneof)
}

func badEnum(message, name string, number int32) *sparkerr.Error {
	return invalid("INVALID_ENUM", "fullName", message, "name", name, "number", itoa(int(number)))
}

// required fails when a message that must be there is not.
func required[T any](m *T, message, field string) *T {
	if m == nil {
		fail(invalid("FIELD_CANNOT_BE_EMPTY", "fieldName", field, "fullName", message))
	}
	return m
}

func failUnsupported(feature string) { fail(sparkerr.Unsupported(feature)) }

// must gives the value or fails with its error.
func must[T any](v T, err error) T {
	if err != nil {
		var e *sparkerr.Error
		if !errors.As(err, &e) {
			err = invalid("ASSERTION_FAILURE", "message", err.Error())
		}
		fail(err)
	}
	return v
}
