package plan

import "github.com/flintlake/flintlake/dataframe/types"

// Command is something done for its effect; it may give rows.
type Command interface{ isCommand() }

// Table names the target of a command: a catalog name, or a path with its format (delta.`/p` is Name ["delta", "/p"]).
type Table struct {
	Name   []string
	Alias  string
	PlanID int64 // the relation the DataFrame front end took as target, 0 for none
	// Relation is that target as the front end sent it (a NamedTable, aliased or not): columns may refer to its plan ids.
	Relation Relation
	// Options are storage options of a path (DeltaTable.forPath's hadoopConf).
	Options map[string]string
	Origin  Origin
}

type (
	// Merge is MERGE INTO. Result: one row num_affected_rows, num_updated_rows, num_deleted_rows, num_inserted_rows.
	Merge struct {
		Target          Table
		Source          Relation
		Condition       Expr
		Matched         []MergeClause
		NotMatched      []MergeClause
		BySource        []MergeClause
		SchemaEvolution bool
	}
	Update struct {
		Target      Table
		Assignments []Assignment
		Where       Expr // nil: all rows
	}
	Delete struct {
		Target Table
		Where  Expr
	}
	// Insert is INSERT INTO / OVERWRITE and its REPLACE forms.
	Insert struct {
		Target    Table
		Input     Relation
		Overwrite bool
		// IfNotExists is INSERT OVERWRITE … PARTITION (…) IF NOT EXISTS.
		IfNotExists bool
		// Partition is PARTITION (a = 1, b): static values, nil for dynamic ones.
		Partition       []PartitionValue
		Columns         []string // column list
		ByName          bool
		Replace         Expr // REPLACE WHERE predicate
		ReplaceOn       Expr // REPLACE ON condition
		ReplaceUsing    []string
		SchemaEvolution bool
		Options         map[string]string
	}
	PartitionValue struct {
		Name  string
		Value Expr
	}
	Truncate struct {
		Target    Table
		Partition []PartitionValue
	}
	// Write is df.write…save / saveAsTable / insertInto (DataFrameWriter v1).
	Write struct {
		Input       Relation
		Format      string
		Mode        SaveMode
		Path        string
		Table       []string // saveAsTable or insertInto
		InsertInto  bool
		PartitionBy []string
		ClusterBy   []string
		BucketBy    []string
		NumBuckets  int
		SortBy      []string
		Options     map[string]string
		// SchemaEvolution is withSchemaEvolution().
		SchemaEvolution bool
	}
	// WriteV2 is df.writeTo(table)….
	WriteV2 struct {
		Input       Relation
		Table       []string
		Mode        V2Mode
		Provider    string
		PartitionBy []Expr
		ClusterBy   []string
		Options     map[string]string
		Properties  map[string]string
		Condition   Expr // overwrite(condition)
		// SchemaEvolution is withSchemaEvolution().
		SchemaEvolution bool
	}
	// CreateTable is CREATE [OR REPLACE] TABLE, REPLACE TABLE, with or without AS query; DeltaTable.create too.
	CreateTable struct {
		Name          []string
		Columns       []ColumnDef
		Constraints   []Constraint
		Provider      string
		Location      string
		Comment       string
		PartitionBy   []Expr // names or transforms; ColumnDefs may add columns (Hive form)
		ClusterBy     [][]string
		ClusterByAuto bool
		BucketBy      []string
		NumBuckets    int
		Properties    map[string]string
		Options       map[string]string
		Query         Relation // CTAS
		IfNotExists   bool
		Replace       bool // REPLACE
		OrCreate      bool // CREATE OR REPLACE: with Replace
		Temporary     bool
		External      bool
		Like          []string // CREATE TABLE … LIKE source
		// Collation is DEFAULT COLLATION.
		Collation string
	}
	// CloneTable is CREATE TABLE … SHALLOW/DEEP CLONE source.
	CloneTable struct {
		Name        []string
		Source      NamedTable
		Shallow     bool
		Location    string
		Properties  map[string]string
		IfNotExists bool
		Replace     bool
		OrCreate    bool
	}
	ColumnDef struct {
		Name      string
		Type      types.DataType
		NotNull   bool
		Comment   string
		Default   string // expression text, "" for none
		Generated string // GENERATED ALWAYS AS (text)
		Identity  *Identity
		Position  string   // ALTER ADD/CHANGE: "", "FIRST", "AFTER x" as written
		Path      []string // nested column of ALTER
		Metadata  map[string]any
	}
	Identity struct {
		Always      bool
		Start, Step int64
	}
	// Constraint is CHECK, PRIMARY KEY, UNIQUE or FOREIGN KEY of a table.
	Constraint struct {
		Name            string
		Kind            string // check, primary, unique, foreign
		Expr            string
		Columns         []string
		RefTable        []string // of a foreign key
		RefColumns      []string
		Characteristics []string
	}
	CreateView struct {
		Name        []string
		Columns     []ColumnDef
		Query       Relation
		SQL         string // text of the query, for catalog views
		Temporary   bool
		Global      bool
		Replace     bool
		IfNotExists bool
		Comment     string
		Properties  map[string]string
		Collation   string // DEFAULT COLLATION
		SchemaMode  string // WITH SCHEMA: BINDING, COMPENSATION, EVOLUTION, TYPE EVOLUTION; "" when not written
	}
	AlterView struct {
		Name  []string
		Query Relation
		SQL   string
	}
	DropTable struct {
		Name     []string
		IfExists bool
		Purge    bool
		View     bool
	}
	// AlterTable holds one action of ALTER TABLE (or ALTER VIEW).
	AlterTable struct {
		Name   []string
		View   bool
		Action AlterAction
	}
	CreateNamespace struct {
		Name        []string
		IfNotExists bool
		Comment     string
		Location    string
		Properties  map[string]string
	}
	DropNamespace struct {
		Name     []string
		IfExists bool
		Cascade  bool
	}
	AlterNamespace struct {
		Name       []string
		Properties map[string]string
		Unset      []string
		Location   string
	}
	Use struct {
		Name      []string
		Namespace bool // USE SCHEMA/DATABASE/NAMESPACE written
		Catalog   bool // SET CATALOG
	}
	// Show is SHOW TABLES, DATABASES, COLUMNS, TBLPROPERTIES, PARTITIONS, FUNCTIONS, VIEWS, CREATE TABLE, CATALOGS, TABLE EXTENDED … by Kind (lower case words).
	Show struct {
		Kind       string
		Name       []string
		Pattern    string
		HasPattern bool
		Key        string
		Scope      string // functions: user, system, all
		Partition  []PartitionValue
		AsSerde    bool
	}
	// Describe is DESCRIBE TABLE/DETAIL/HISTORY/DATABASE/FUNCTION/QUERY by Kind: table, detail, history, namespace, function, query, column.
	Describe struct {
		Kind      string
		Name      []string
		Column    []string
		Extended  bool
		AsJSON    bool
		Query     Relation
		Partition []PartitionValue
		Limit     Expr // DESCRIBE HISTORY … LIMIT n; nil for all
	}
	Explain struct {
		Input Relation
		Mode  string // simple, extended, codegen, cost, formatted
	}
	// SetConf is SET k=v; Key empty: list all; Value nil: show one.
	SetConf struct {
		Key     string
		Value   *string
		Verbose bool
	}
	ResetConf   struct{ Key string }
	SetTimeZone struct {
		Value Expr // string literal, interval; nil for LOCAL
	}
	// SetVariable is SET VAR a = expr, DECLARE VARIABLE is DeclareVariable.
	SetVariable struct {
		Names  [][]string
		Values []Expr
		Query  Relation
	}
	DeclareVariable struct {
		Names   [][]string
		Type    types.DataType
		Default Expr
		Replace bool
	}
	DropVariable struct {
		Name     []string
		IfExists bool
	}
	// ExecuteImmediate is EXECUTE IMMEDIATE text INTO vars USING args.
	ExecuteImmediate struct {
		Text Expr
		Into [][]string
		Args []Expr // Alias for named ones
	}
	CreateFunction struct {
		Name            []string
		Params          []ColumnDef
		Returns         types.DataType
		ReturnsTable    []ColumnDef
		Body            string
		BodyExpr        Expr
		BodyQuery       Relation
		Class           string
		Temporary       bool
		Replace         bool
		IfNotExists     bool
		Comment         string
		Characteristics map[string]string
	}
	DropFunction struct {
		Name      []string
		IfExists  bool
		Temporary bool
	}
	CacheTable struct {
		Name    []string
		Query   Relation
		Lazy    bool
		Options map[string]string
	}
	UncacheTable struct {
		Name     []string
		IfExists bool
	}
	ClearCache struct{}
	Refresh    struct {
		Name     []string
		Path     string
		Function bool
	}
	Analyze struct {
		Name       []string
		Columns    []string
		AllColumns bool
		NoScan     bool
		Partition  []PartitionValue
		Tables     bool
	}
	Comment struct {
		Kind string // table, namespace, column
		Name []string
		Text *string
	}
	// Optimize, Vacuum, Restore, ConvertToDelta, Reorg, Generate, UpgradeProtocol and the like are Delta's own.
	Optimize struct {
		Target  Table
		Where   Expr
		ZOrder  [][]string
		Full    bool
		Options map[string]string
	}
	Vacuum struct {
		Target      Table
		RetainHours Expr
		DryRun      bool
		Kind        string // "", FULL, LITE
		Inventory   Relation
	}
	Restore struct {
		Target Table
		To     TimeTravel
	}
	ConvertToDelta struct {
		Target       Table
		PartitionBy  []ColumnDef
		NoStatistics bool
	}
	Reorg struct {
		Target Table
		Where  Expr
		Action string // PURGE, UPGRADE UNIFORM …
	}
	GenerateManifest struct {
		Target Table
		Mode   string
	}
	AddFeature struct {
		Target  Table
		Feature string
	}
	UpgradeProtocol struct {
		Target         Table
		Reader, Writer int
	}
	// Compound is BEGIN … END scripting.
	Compound struct {
		Label string
		Body  []Statement
	}
	// MultiInsert is FROM q INSERT INTO a SELECT … INSERT INTO b SELECT ….
	MultiInsert struct{ Inserts []*Insert }
	// RegisterUDF is spark.udf.register and Java/Python function registration; the payload belongs to the front end.
	RegisterUDF struct {
		Name    string
		Kind    string
		Payload any
	}
	// RemoveCachedRelation frees a cached remote relation.
	RemoveCachedRelation struct{ ID string }
	// Streaming start/stop commands are in streaming.go when they land.
)

// Statement is one step of a compound: a Command, a query (CommandRelation-free Relation in Query) or control flow.
type Statement struct {
	Command Command
	Query   Relation
	Control *Control
	Origin  Origin
}

// Control is IF, CASE, WHILE, REPEAT, FOR, LOOP, LEAVE, ITERATE, DECLARE HANDLER, SIGNAL … by Kind.
type Control struct {
	Kind       string
	Label      string
	Conditions []Expr
	Bodies     [][]Statement
	Query      Relation
	Names      []string
	Variable   string
}

// MergeClause is one WHEN clause.
type MergeClause struct {
	Condition Expr // nil: always
	Action    MergeAction
	// All is UPDATE SET * / INSERT *.
	All         bool
	Assignments []Assignment // for INSERT: Column and its value
	Origin      Origin
}

// MergeAction is what a clause does.
type MergeAction uint8

const (
	MergeUpdate MergeAction = iota
	MergeDelete
	MergeInsert
	MergeDoNothing
)

// Assignment sets a (nested) column.
type Assignment struct {
	Column Expr // Attribute
	Value  Expr
}

// SaveMode is DataFrameWriter's mode.
type SaveMode uint8

const (
	ErrorIfExists SaveMode = iota
	Append
	Overwrite
	Ignore
)

// V2Mode is the action of DataFrameWriterV2.
type V2Mode uint8

const (
	V2Create V2Mode = iota
	V2Append
	V2Overwrite
	V2OverwritePartitions
	V2Replace
	V2CreateOrReplace
)

// AlterAction is one of the Alter… structs.
type AlterAction interface{ isAlter() }

type (
	AlterAddColumns struct {
		Columns     []ColumnDef
		IfNotExists bool
	}
	AlterReplaceColumns struct{ Columns []ColumnDef }
	AlterRenameColumn   struct {
		From []string
		To   string
	}
	AlterDropColumns struct {
		Columns  [][]string
		IfExists bool
	}
	// AlterChangeColumn changes what is set: type, comment, position, nullability, default.
	AlterChangeColumn struct {
		Column       []string
		NewName      string
		Type         types.DataType
		Comment      *string
		Position     string
		SetNotNull   bool
		DropNotNull  bool
		Default      *string
		DropDefault  bool
		SyncIdentity bool
	}
	// AlterChangeColumns changes several columns at once.
	AlterChangeColumns   struct{ Changes []*AlterChangeColumn }
	AlterRename          struct{ To []string }
	AlterSetProperties   struct{ Properties map[string]string }
	AlterUnsetProperties struct {
		Keys     []string
		IfExists bool
	}
	AlterSetLocation    struct{ Location string }
	AlterAddConstraint  struct{ Constraint Constraint }
	AlterDropConstraint struct {
		Name     string
		IfExists bool
		Cascade  bool
	}
	AlterClusterBy struct {
		Columns [][]string
		None    bool
		Auto    bool
	}
	AlterDropFeature struct {
		Feature         string
		TruncateHistory bool
	}
	AlterAddPartition struct {
		Partitions  [][]PartitionValue
		Locations   []string
		IfNotExists bool
	}
	AlterDropPartition struct {
		Partitions [][]PartitionValue
		IfExists   bool
		Purge      bool
	}
	AlterRenamePartition   struct{ From, To []PartitionValue }
	AlterRecoverPartitions struct{}
	AlterSetSerde          struct{ Properties map[string]string }
	AlterCollation         struct{ Collation string }
)

func (*Merge) isCommand()                {}
func (*Update) isCommand()               {}
func (*Delete) isCommand()               {}
func (*Insert) isCommand()               {}
func (*Truncate) isCommand()             {}
func (*Write) isCommand()                {}
func (*WriteV2) isCommand()              {}
func (*CreateTable) isCommand()          {}
func (*CloneTable) isCommand()           {}
func (*CreateView) isCommand()           {}
func (*AlterView) isCommand()            {}
func (*DropTable) isCommand()            {}
func (*AlterTable) isCommand()           {}
func (*CreateNamespace) isCommand()      {}
func (*DropNamespace) isCommand()        {}
func (*AlterNamespace) isCommand()       {}
func (*Use) isCommand()                  {}
func (*Show) isCommand()                 {}
func (*Describe) isCommand()             {}
func (*Explain) isCommand()              {}
func (*SetConf) isCommand()              {}
func (*ResetConf) isCommand()            {}
func (*SetTimeZone) isCommand()          {}
func (*SetVariable) isCommand()          {}
func (*DeclareVariable) isCommand()      {}
func (*DropVariable) isCommand()         {}
func (*ExecuteImmediate) isCommand()     {}
func (*CreateFunction) isCommand()       {}
func (*DropFunction) isCommand()         {}
func (*CacheTable) isCommand()           {}
func (*UncacheTable) isCommand()         {}
func (*ClearCache) isCommand()           {}
func (*Refresh) isCommand()              {}
func (*Analyze) isCommand()              {}
func (*Comment) isCommand()              {}
func (*Optimize) isCommand()             {}
func (*Vacuum) isCommand()               {}
func (*Restore) isCommand()              {}
func (*ConvertToDelta) isCommand()       {}
func (*Reorg) isCommand()                {}
func (*GenerateManifest) isCommand()     {}
func (*AddFeature) isCommand()           {}
func (*UpgradeProtocol) isCommand()      {}
func (*Compound) isCommand()             {}
func (*MultiInsert) isCommand()          {}
func (*RegisterUDF) isCommand()          {}
func (*RemoveCachedRelation) isCommand() {}

func (*AlterAddColumns) isAlter()        {}
func (*AlterReplaceColumns) isAlter()    {}
func (*AlterRenameColumn) isAlter()      {}
func (*AlterDropColumns) isAlter()       {}
func (*AlterChangeColumn) isAlter()      {}
func (*AlterChangeColumns) isAlter()     {}
func (*AlterRename) isAlter()            {}
func (*AlterSetProperties) isAlter()     {}
func (*AlterUnsetProperties) isAlter()   {}
func (*AlterSetLocation) isAlter()       {}
func (*AlterAddConstraint) isAlter()     {}
func (*AlterDropConstraint) isAlter()    {}
func (*AlterClusterBy) isAlter()         {}
func (*AlterDropFeature) isAlter()       {}
func (*AlterAddPartition) isAlter()      {}
func (*AlterDropPartition) isAlter()     {}
func (*AlterRenamePartition) isAlter()   {}
func (*AlterRecoverPartitions) isAlter() {}
func (*AlterSetSerde) isAlter()          {}
func (*AlterCollation) isAlter()         {}
