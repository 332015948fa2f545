package dataframe

import (
	"context"

	pb "github.com/flintlake/flintlake/proto"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

// Delta's messages travel as extensions under these names.
const (
	deltaRelationURL = "type.googleapis.com/delta.connect.DeltaRelation"
	deltaCommandURL  = "type.googleapis.com/delta.connect.DeltaCommand"
)

// DeltaRelation makes a DataFrame of one of Delta's relations; package deltatable builds on it.
func (s *SparkSession) DeltaRelation(r *pb.DeltaRelation, err error) *DataFrame {
	return s.frame(&pb.Relation{RelType: &pb.Relation_Extension{Extension: packed(deltaRelationURL, r)}}, err)
}

// DeltaCommand runs one of Delta's commands.
func (s *SparkSession) DeltaCommand(ctx context.Context, c *pb.DeltaCommand) error {
	return s.command(ctx, &pb.Command{CommandType: &pb.Command_Extension{Extension: packed(deltaCommandURL, c)}})
}

func packed(url string, m proto.Message) *anypb.Any {
	data, err := proto.Marshal(m)
	if err != nil { // only messages with invalid UTF-8 do not marshal
		data = nil
	}
	return &anypb.Any{TypeUrl: url, Value: data}
}

// Expression is the message of a column and what is wrong with it; a string is SQL text, any other value a constant.
func Expression(value any) (*pb.Expression, error) {
	c, err := columnOf(value, Expr)
	if err != nil {
		return nil, err
	}
	return c.expr, nil
}
