package plan

import "github.com/flintlake/flintlake/dataframe/types"

// Nodes that only DataFrame front ends send.
type (
	// SQLCommand is spark.sql(text): Input is a SQLText, or a WithRelations around one. The executor parses it; a query
	// goes back to the front end as a relation, anything else is run at once and goes back as LocalData.
	SQLCommand struct{ Input Relation }
	// Checkpoint is df.checkpoint and localCheckpoint.
	Checkpoint struct {
		Input        Relation
		Local, Eager bool
	}
	// PythonFunction is the payload of RegisterUDF for Python: the pickled function as PySpark serialized it.
	PythonFunction struct {
		Command       []byte
		EvalType      int
		Output        types.DataType
		OutputDDL     string // when the type came as text
		PythonVersion string
		Deterministic bool
	}
)

type (
	// CachedLocalData is rows that the front end sent before as artifacts: LocalData by hash.
	CachedLocalData struct {
		Node
		DataHashes []string
		SchemaHash string
	}
	// Parse reads rows of text as CSV, JSON or XML (spark.read.json(df)).
	Parse struct {
		Node
		Input   Relation
		Format  string // csv, json, xml
		Schema  *types.StructType
		Options map[string]string
	}
)

func (*SQLCommand) isCommand() {}
func (*Checkpoint) isCommand() {}
