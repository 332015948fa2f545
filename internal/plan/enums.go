package plan

// String names the type as Spark's messages do.
func (t JoinType) String() string {
	return [...]string{"INNER", "LEFT OUTER", "RIGHT OUTER", "FULL OUTER", "LEFT SEMI", "LEFT ANTI", "CROSS"}[t]
}

// String is the SQL word.
func (o SetOp) String() string { return [...]string{"UNION", "INTERSECT", "EXCEPT"}[o] }

// String is the SQL word.
func (k GroupKind) String() string {
	return [...]string{"GROUP BY", "ROLLUP", "CUBE", "GROUPING SETS", "PIVOT"}[k]
}

// String is the SQL word.
func (a MergeAction) String() string {
	return [...]string{"UPDATE", "DELETE", "INSERT", "DO NOTHING"}[a]
}

// String is PySpark's word for the mode.
func (m SaveMode) String() string {
	return [...]string{"errorifexists", "append", "overwrite", "ignore"}[m]
}

// String is the name of the writer's method.
func (m V2Mode) String() string {
	return [...]string{"create", "append", "overwrite", "overwritePartitions", "replace", "createOrReplace"}[m]
}
