package session

import (
	"context"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/analyze"
	"github.com/flintlake/flintlake/internal/connect"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/lower"
	"github.com/flintlake/flintlake/internal/optimize"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/scan"
	"github.com/flintlake/flintlake/internal/sqlparse"
	"github.com/flintlake/flintlake/internal/vec"
	pb "github.com/flintlake/flintlake/proto"
	"github.com/google/uuid"
)

// Execute runs the bytes of a Plan message. Running the same operation id again is the caller's mistake: nothing is remembered.
func (s *Session) Execute(ctx context.Context, message []byte) (r *Result, err error) {
	defer guard(&err)
	p, err := connect.DecodePlan(message)
	if err != nil {
		return nil, err
	}
	return s.run(ctx, p)
}

// ExecuteMessage is Execute for a message that is not in bytes.
func (s *Session) ExecuteMessage(ctx context.Context, message *pb.Plan) (r *Result, err error) {
	defer guard(&err)
	p, err := connect.FromPlan(message)
	if err != nil {
		return nil, err
	}
	return s.run(ctx, p)
}

func (s *Session) run(ctx context.Context, p *connect.Plan) (*Result, error) {
	if p.Command == nil {
		return s.Run(ctx, p.Relation)
	}
	if text, ok := p.Command.(*plan.SQLCommand); ok {
		return s.RunSQL(ctx, text.Input)
	}
	return s.RunCommand(ctx, p.Command)
}

// AnalyzeSchema is the schema of the bytes of a Plan message; nothing runs.
func (s *Session) AnalyzeSchema(ctx context.Context, message []byte) (t types.StructType, err error) {
	defer guard(&err)
	p, err := connect.DecodePlan(message)
	if err != nil {
		return t, err
	}
	return s.planSchema(ctx, p)
}

// MessageSchema is AnalyzeSchema for a message that is not in bytes.
func (s *Session) MessageSchema(ctx context.Context, message *pb.Plan) (t types.StructType, err error) {
	defer guard(&err)
	p, err := connect.FromPlan(message)
	if err != nil {
		return t, err
	}
	return s.planSchema(ctx, p)
}

func (s *Session) planSchema(ctx context.Context, p *connect.Plan) (types.StructType, error) {
	if p.Command != nil {
		return staticSchema(p.Command), nil
	}
	return s.Schema(ctx, p.Relation)
}

// ExplainMessage is the text of the plans of a message.
func (s *Session) ExplainMessage(ctx context.Context, message *pb.Plan, mode string) (text string, err error) {
	defer guard(&err)
	p, err := connect.FromPlan(message)
	if err != nil {
		return "", err
	}
	return s.Explain(ctx, p.Relation, mode)
}

// Run executes a relation: commands in it run first, in the order they stand; the rest is a query.
func (s *Session) Run(ctx context.Context, rel plan.Relation) (r *Result, err error) {
	defer guard(&err)
	rel, err = s.parsed(ctx, rel)
	if err != nil {
		return nil, err
	}
	if c, ok := rel.(*plan.CommandRelation); ok {
		return s.RunCommand(ctx, c.Command)
	}
	rel, drop, err := s.runCommands(ctx, rel)
	if err != nil {
		return nil, err
	}
	r, err = s.query(ctx, rel)
	if err != nil {
		drop()
		return nil, err
	}
	r.done = drop
	return r, nil
}

// query is the engine in five calls.
func (s *Session) query(ctx context.Context, rel plan.Relation) (*Result, error) {
	env, err := s.env()
	if err != nil {
		return nil, err
	}
	bound, err := s.analyzer(ctx, env).Relation(ctx, rel)
	if err != nil {
		return nil, err
	}
	better, err := optimize.Run(bound, env)
	if err != nil {
		return nil, err
	}
	c := s.execContext(ctx, env)
	c.Metrics = exec.NewMetrics()
	physical, err := lower.Plan(better, env)
	if err != nil {
		return nil, err
	}
	stream, err := exec.Run(c, physical)
	if err != nil {
		return nil, err
	}
	return &Result{Schema: schemaOf(bound), stream: stream, metrics: c.Metrics}, nil
}

// RunCommand runs a command to its end. Its rows are kept as a relation when there are any.
func (s *Session) RunCommand(ctx context.Context, cmd plan.Command) (r *Result, err error) {
	defer guard(&err)
	a, err := s.command(ctx, cmd)
	if err != nil {
		return nil, err
	}
	return s.answered(a)
}

// RunSQL runs SQL text given as a command: a command runs now; of a query only the text is checked, and it stays a relation.
func (s *Session) RunSQL(ctx context.Context, text plan.Relation) (r *Result, err error) {
	defer guard(&err)
	rel, err := s.parsed(ctx, text)
	if err != nil {
		return nil, err
	}
	c, ok := rel.(*plan.CommandRelation)
	if !ok {
		if _, err := s.analyze(ctx, text); err != nil {
			return nil, err
		}
		return &Result{Query: true}, nil
	}
	return s.RunCommand(ctx, c.Command)
}

// answered makes a finished command's rows into a result that can also be used as a relation.
func (s *Session) answered(a *answer) (*Result, error) {
	batches, err := s.batches(a)
	if err != nil {
		return nil, err
	}
	id := s.keep(a.schema, batches)
	return &Result{Schema: a.schema, Command: true, RelationID: id, batches: batches}, nil
}

// keep remembers rows under a new id; it adds a reference to each batch.
func (s *Session) keep(schema types.StructType, batches []*vec.Batch) string {
	for _, b := range batches {
		b.Retain()
	}
	node := &logical.Local{Columns: attributesOf(schema), Rows: scan.NewMemory(schema, batches)}
	id := uuid.NewString()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cached[id] = &kept{node: node, release: func() {
		for _, b := range batches {
			b.Release()
		}
	}}
	return id
}

// forget frees what is kept under an id.
func (s *Session) forget(id string) {
	s.mu.Lock()
	k := s.cached[id]
	delete(s.cached, id)
	s.mu.Unlock()
	if k != nil {
		k.release()
	}
}

// parsed replaces SQL text at the root by what it says, when that is a command; parameters are bound by the analyzer.
func (s *Session) parsed(ctx context.Context, rel plan.Relation) (plan.Relation, error) {
	views := map[string]plan.Relation{}
	root := rel
	if w, ok := rel.(*plan.WithRelations); ok {
		root = w.Root
		for _, r := range w.Refs {
			if a, ok := r.(*plan.SubqueryAlias); ok {
				views[a.Name] = r
			}
		}
	}
	text, ok := root.(*plan.SQLText)
	if !ok {
		return rel, nil
	}
	for name, v := range text.Views {
		views[name] = v
	}
	stmt, err := sqlparse.Statement(text.SQL, s.parserOptions(ctx, text.Named, text.Position))
	if err != nil {
		return nil, err
	}
	c, ok := stmt.(*plan.CommandRelation)
	if !ok {
		return rel, nil
	}
	bound, err := plan.Bind(c, text.Named, text.Position, views)
	if err != nil {
		return nil, err
	}
	return bound, nil
}

// runCommands runs the commands inside a relation and replaces each by its rows. drop frees them.
func (s *Session) runCommands(ctx context.Context, rel plan.Relation) (out plan.Relation, drop func(), err error) {
	var ids []string
	drop = func() {
		for _, id := range ids {
			s.forget(id)
		}
	}
	out, err = plan.Transform(rel, func(r plan.Relation) (plan.Relation, error) {
		a, err := s.answerOf(ctx, r)
		if a == nil || err != nil {
			return r, err
		}
		res, err := s.answered(a)
		if err != nil {
			return nil, err
		}
		res.Close()
		ids = append(ids, res.RelationID)
		return &plan.CachedRelation{Node: *r.Common(), ID: res.RelationID}, nil
	})
	if err != nil {
		drop()
	}
	return out, drop, err
}

// answerOf runs r when it is a command or a catalog call in the place of a relation; nil when it is neither.
func (s *Session) answerOf(ctx context.Context, r plan.Relation) (*answer, error) {
	switch c := r.(type) {
	case *plan.CommandRelation:
		return s.command(ctx, c.Command)
	case *plan.CatalogCall:
		return s.call(ctx, c)
	case *plan.ShowString:
		return s.showFrame(ctx, c)
	}
	return nil, nil
}

// analyzer makes the analyzer of one query.
func (s *Session) analyzer(ctx context.Context, env *fn.Env) *analyze.Analyzer {
	a := analyze.New(names{s, scriptOf(ctx)}, s.fns, env)
	a.Fold = eval.Fold
	a.Rows = func(ctx context.Context, n logical.Node) ([][]any, error) { return s.rows(ctx, env, n) }
	return a
}

// analyze binds a relation without running anything: commands in it become empty relations of their static schema.
func (s *Session) analyze(ctx context.Context, rel plan.Relation) (logical.Node, error) {
	env, err := s.env()
	if err != nil {
		return nil, err
	}
	if rel, err = s.parsed(ctx, rel); err != nil {
		return nil, err
	}
	rel, err = plan.Transform(rel, func(r plan.Relation) (plan.Relation, error) {
		var schema types.StructType
		switch c := r.(type) {
		case *plan.CommandRelation:
			schema = staticSchema(c.Command)
		case *plan.CatalogCall:
			schema = callSchema(c.Name)
		case *plan.ShowString:
			schema = showSchema(c)
		default:
			return r, nil
		}
		return &plan.LocalData{Node: *r.Common(), Schema: &schema}, nil
	})
	if err != nil {
		return nil, err
	}
	return s.analyzer(ctx, env).Relation(ctx, rel)
}

// Schema is the schema of a relation; nothing runs.
func (s *Session) Schema(ctx context.Context, rel plan.Relation) (t types.StructType, err error) {
	defer guard(&err)
	node, err := s.analyze(ctx, rel)
	if err != nil {
		return types.StructType{}, err
	}
	return schemaOf(node), nil
}

// rows runs a bound query and gives its rows as Go values.
func (s *Session) rows(ctx context.Context, env *fn.Env, node logical.Node) ([][]any, error) {
	physical, err := s.physical(node, env)
	if err != nil {
		return nil, err
	}
	stream, err := exec.Run(s.execContext(ctx, env), physical)
	if err != nil {
		return nil, err
	}
	defer stream.Close()
	var out [][]any
	for {
		b, err := stream.Next()
		if err != nil || b == nil {
			return out, err
		}
		for i := range b.Rows() {
			row := make([]any, len(b.Cols))
			for c, v := range b.Cols {
				row[c] = vec.ValueAt(v, b.Row(i))
			}
			out = append(out, row)
		}
		b.Release()
	}
}

func (s *Session) physical(node logical.Node, env *fn.Env) (exec.Node, error) {
	better, err := optimize.Run(node, env)
	if err != nil {
		return nil, err
	}
	return lower.Plan(better, env)
}
