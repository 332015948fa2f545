package sparkerr

// connect holds what plan messages are refused for, with texts of our own. UNKNOWN_FIELD is ours: Spark drops such fields.
var connect = map[string]definition{
	"CONNECT_INVALID_PLAN.UNKNOWN_FIELD":                {"56K00", SparkRuntimeException, "the plan has a field that this engine does not know: number <number> of <fullName>, at <path>"},
	"CONNECT_INVALID_PLAN.INVALID_ENUM":                 {"56K00", SparkRuntimeException, "the plan has a value out of range in <fullName>: <name> (<number>)"},
	"CONNECT_INVALID_PLAN.INVALID_ONE_OF_FIELD_NOT_SET": {"56K00", SparkRuntimeException, "the plan leaves <name> of <fullName> unset"},
	"CONNECT_INVALID_PLAN.FIELD_CANNOT_BE_EMPTY":        {"56K00", SparkRuntimeException, "the plan leaves <fieldName> of <fullName> empty"},
	"CONNECT_INVALID_PLAN.NO_HANDLER_FOR_EXTENSION":     {"56K00", SparkRuntimeException, "the plan carries an extension that this engine does not know: <extensionTypeUrl>"},
	"CONNECT_INVALID_PLAN.CANNOT_PARSE":                 {"56K00", SparkRuntimeException, "the plan cannot be read: <errorMsg>"},
	"CONNECT_INVALID_PLAN.ASSERTION_FAILURE":            {"56K00", SparkRuntimeException, "<message>"},
}
