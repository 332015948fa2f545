package session

import (
	"context"
	"fmt"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/vec"
)

// answer is what a command shows: columns and rows of plain Go values (as plan.Literal documents them).
type answer struct {
	schema types.StructType
	rows   [][]any
}

// nothing is the answer of commands that show no rows.
var nothing = &answer{}

// columns makes a schema from names and types in turn; "!" before a name makes it not nullable.
func columns(pairs ...any) types.StructType {
	var s types.StructType
	for i := 0; i+1 < len(pairs); i += 2 {
		name, nullable := pairs[i].(string), true
		if name[0] == '!' {
			name, nullable = name[1:], false
		}
		s.Fields = append(s.Fields, types.StructField{Name: name, Type: pairs[i+1].(types.DataType), Nullable: nullable})
	}
	return s
}

// command runs a command to its end.
func (s *Session) command(ctx context.Context, cmd plan.Command) (*answer, error) {
	switch c := cmd.(type) {
	case *plan.Merge:
		return s.merge(ctx, c)
	case *plan.Update:
		return s.update(ctx, c)
	case *plan.Delete:
		return s.delete(ctx, c)
	case *plan.Insert:
		return s.insert(ctx, c)
	case *plan.MultiInsert:
		for _, i := range c.Inserts {
			if _, err := s.insert(ctx, i); err != nil {
				return nil, err
			}
		}
		return nothing, nil
	case *plan.Truncate:
		return s.truncate(ctx, c)
	case *plan.Write:
		return s.write(ctx, c)
	case *plan.WriteV2:
		return s.writeV2(ctx, c)
	case *plan.CreateTable:
		return s.createTable(ctx, c)
	case *plan.DropTable:
		return s.dropTable(ctx, c)
	case *plan.AlterTable:
		return s.alterTable(ctx, c)
	case *plan.CreateView:
		return s.createView(ctx, c)
	case *plan.AlterView:
		return s.alterView(ctx, c)
	case *plan.CreateNamespace:
		return s.createNamespace(ctx, c)
	case *plan.DropNamespace:
		return s.dropNamespace(ctx, c)
	case *plan.AlterNamespace:
		return s.alterNamespace(ctx, c)
	case *plan.Use:
		return s.use(ctx, c)
	case *plan.Show:
		return s.show(ctx, c)
	case *plan.Describe:
		return s.describe(ctx, c)
	case *plan.Explain:
		return s.explain(ctx, c)
	case *plan.SetConf:
		return s.setConf(c)
	case *plan.ResetConf:
		return s.resetConf(c)
	case *plan.SetTimeZone:
		return s.setTimeZone(c)
	case *plan.CacheTable, *plan.UncacheTable, *plan.ClearCache, *plan.Refresh, *plan.Analyze:
		return s.cacheCommand(ctx, cmd)
	case *plan.Comment:
		return s.comment(ctx, c)
	case *plan.DeclareVariable:
		return s.declareVariable(ctx, c)
	case *plan.SetVariable:
		return s.setVariable(ctx, c)
	case *plan.DropVariable:
		return s.dropVariable(c)
	case *plan.Compound:
		return s.compound(ctx, c)
	case *plan.ExecuteImmediate:
		return s.executeImmediate(ctx, c)
	case *plan.CreateFunction:
		return s.createFunction(ctx, c)
	case *plan.DropFunction:
		return s.dropFunction(c)
	case *plan.Optimize:
		return s.optimize(ctx, c)
	case *plan.Reorg:
		return s.reorg(ctx, c)
	case *plan.Vacuum:
		return s.vacuum(ctx, c)
	case *plan.Restore:
		return s.restore(ctx, c)
	case *plan.CloneTable:
		return s.clone(ctx, c)
	case *plan.Checkpoint:
		return s.collect(ctx, c.Input)
	case *plan.RemoveCachedRelation:
		s.forget(c.ID)
		return nothing, nil
	}
	return nil, sparkerr.Unsupported(commandName(cmd))
}

// commandName is how an unsupported command is called in the error: its node's name.
func commandName(cmd plan.Command) string {
	name := fmt.Sprintf("%T", cmd)
	return "the command " + name[len("*plan."):]
}

// batches turns an answer into batches.
func (s *Session) batches(a *answer) ([]*vec.Batch, error) {
	var out []*vec.Batch
	for start := 0; start < len(a.rows); start += vec.BatchRows {
		rows := a.rows[start:min(start+vec.BatchRows, len(a.rows))]
		b := s.alloc.NewBatch(len(rows))
		out = append(out, b)
		for c, f := range a.schema.Fields {
			values := make([]any, len(rows))
			for r := range rows {
				values[r] = rows[r][c]
			}
			v, err := vec.FromValues(b.Arena, f.Type, values)
			if err != nil {
				for _, b := range out {
					b.Release()
				}
				return nil, err
			}
			b.Cols = append(b.Cols, v)
		}
	}
	return out, nil
}
