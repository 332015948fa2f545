package dataframe

import (
	"context"
	"maps"
	"sync/atomic"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/session"
	pb "github.com/flintlake/flintlake/proto"
)

// SparkSession is the entry to everything: it reads tables, runs SQL and owns settings, views and memory. It is safe for concurrent use. Stop
// it when done.
type SparkSession struct {
	engine *session.Session
	ids    atomic.Int64
}

// SessionBuilder collects the settings of a session.
type SessionBuilder struct{ conf map[string]string }

// Builder starts a session builder.
func Builder() *SessionBuilder { return &SessionBuilder{conf: map[string]string{}} }

// AppName names the application.
func (b *SessionBuilder) AppName(name string) *SessionBuilder {
	return b.Config("spark.app.name", name)
}

// Master is local, local[n] or local[*]: how many workers a query gets.
func (b *SessionBuilder) Master(master string) *SessionBuilder {
	return b.Config("spark.master", master)
}

// Config sets an option.
func (b *SessionBuilder) Config(key, value string) *SessionBuilder {
	b.conf[key] = value
	return b
}

// GetOrCreate makes a session. Unlike PySpark there is no global one: every call makes its own.
func (b *SessionBuilder) GetOrCreate() (*SparkSession, error) {
	e, err := session.New(maps.Clone(b.conf))
	if err != nil {
		return nil, err
	}
	return &SparkSession{engine: e}, nil
}

// Stop ends the session and frees its memory.
func (s *SparkSession) Stop() { s.engine.Close() }

// SetConf changes a run-time option.
func (s *SparkSession) SetConf(key, value string) error { return s.engine.Conf().Set(key, value) }

// GetConf reads an option; ok is false when it has no value.
func (s *SparkSession) GetConf(key string) (value string, ok bool) { return s.engine.Conf().Get(key) }

// frame makes a DataFrame of a relation and numbers it.
func (s *SparkSession) frame(r *pb.Relation, err error) *DataFrame {
	id := s.ids.Add(1)
	r.Common = &pb.RelationCommon{PlanId: &id}
	return &DataFrame{spark: s, relation: r, err: err}
}

// SQL is a query or a command. A command runs at once, as in PySpark; its rows are the DataFrame. Arguments for :name parameters are given as
// pairs of a name and a value.
func (s *SparkSession) SQL(ctx context.Context, query string, args ...any) (*DataFrame, error) {
	text := &pb.SQL{Query: query}
	for i := 0; i+1 < len(args); i += 2 {
		name, ok := args[i].(string)
		value, err := columnOf(args[i+1], literalColumn)
		if !ok || err != nil {
			return nil, badArgument("SQL", args[i])
		}
		if text.NamedArguments == nil {
			text.NamedArguments = map[string]*pb.Expression{}
		}
		text.NamedArguments[name] = value.expr
	}
	rel := &pb.Relation{RelType: &pb.Relation_Sql{Sql: text}}
	res, err := s.engine.ExecuteMessage(ctx, &pb.Plan{OpType: &pb.Plan_Command{Command: &pb.Command{CommandType: &pb.Command_SqlCommand{SqlCommand: &pb.SqlCommand{Input: rel}}}}})
	if err != nil {
		return nil, err
	}
	defer res.Close()
	if res.Query {
		return s.frame(rel, nil), nil
	}
	return s.frame(&pb.Relation{RelType: &pb.Relation_CachedRemoteRelation{CachedRemoteRelation: &pb.CachedRemoteRelation{RelationId: res.RelationID}}}, nil), nil
}

// Table is a table or view by name.
func (s *SparkSession) Table(name string) *DataFrame { return s.Read().Table(name) }

// Range counts from start to end (exclusive) by step, in a column id.
func (s *SparkSession) Range(start, end, step int64) *DataFrame {
	return s.frame(&pb.Relation{RelType: &pb.Relation_Range{Range: &pb.Range{Start: &start, End: end, Step: step}}}, nil)
}

// CreateDataFrame makes a DataFrame of rows. Values are the Go types that Collect returns, and int for any integer type.
func (s *SparkSession) CreateDataFrame(rows [][]any, schema types.StructType) *DataFrame {
	data, err := encodeRows(rows, schema)
	text := types.JSON(schema)
	return s.frame(&pb.Relation{RelType: &pb.Relation_LocalRelation{LocalRelation: &pb.LocalRelation{Data: data, Schema: &text}}}, err)
}

// Read starts a reader.
func (s *SparkSession) Read() *DataFrameReader {
	return &DataFrameReader{spark: s, options: map[string]string{}}
}

// command runs a command message.
func (s *SparkSession) command(ctx context.Context, c *pb.Command) error {
	res, err := s.engine.ExecuteMessage(ctx, &pb.Plan{OpType: &pb.Plan_Command{Command: c}})
	if err != nil {
		return err
	}
	res.Close()
	return nil
}
