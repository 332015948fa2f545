package session

import (
	"context"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/plan"
)

func itoa(n int) string { return strconv.Itoa(n) }

// writeV2 is df.writeTo(table).
func (s *Session) writeV2(ctx context.Context, c *plan.WriteV2) (*answer, error) {
	e, exists, err := s.entry(ctx, c.Table)
	if err != nil {
		return nil, err
	}
	switch c.Mode {
	case plan.V2Create, plan.V2Replace, plan.V2CreateOrReplace:
		if exists && c.Mode == plan.V2Create && e.Provider != "delta" {
			return nil, sparkerr.New("TABLE_OR_VIEW_ALREADY_EXISTS", "relationName", sparkerr.QuoteID(e.Namespace, e.Name))
		}
		provider := c.Provider
		if provider == "" && exists {
			provider = e.Provider
		}
		return s.createTable(ctx, &plan.CreateTable{Name: c.Table, Provider: provider, PartitionBy: c.PartitionBy, ClusterBy: parts(c.ClusterBy), Properties: c.Properties,
			Options: c.Options, Query: c.Input, Replace: c.Mode != plan.V2Create, OrCreate: c.Mode == plan.V2CreateOrReplace})
	}
	if !exists && !(len(c.Table) == 2 && strings.EqualFold(c.Table[0], "delta")) {
		return nil, s.notRead(c.Table)
	}
	i := &plan.Insert{Target: plan.Table{Name: c.Table}, Input: c.Input, ByName: true, Options: c.Options, SchemaEvolution: isTrue(c.Options, "mergeSchema")}
	switch c.Mode {
	case plan.V2Overwrite:
		i.Overwrite, i.Replace = true, c.Condition
	case plan.V2OverwritePartitions:
		i.Overwrite = true
		i.Options = merged(c.Options, map[string]string{"partitionOverwriteMode": "dynamic"})
	}
	return s.insert(ctx, i)
}
