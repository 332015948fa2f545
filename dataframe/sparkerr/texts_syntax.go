package sparkerr

// syntaxTexts are about SQL text that cannot be read.
var syntaxTexts = map[string]string{
	"PARSE_SYNTAX_ERROR":                                          "Syntax error at or near <error><hint>.",
	"PARSE_EMPTY_STATEMENT":                                       "There is no statement in the text.",
	"TRAILING_COMMA_IN_SELECT":                                    "There is a comma too many before FROM or the end of the SELECT list.",
	"UNCLOSED_BRACKETED_COMMENT":                                  "A /* comment is not closed by */.",
	"INVALID_IDENTIFIER":                                          "<ident> must be put into back-ticks to be a name.",
	"INVALID_TYPED_LITERAL":                                       "<value> is not a valid <valueType> literal.",
	"UNSUPPORTED_TYPED_LITERAL":                                   "Literals of type <unsupportedType> do not exist; there are <supportedTypes>.",
	"INVALID_NUMERIC_LITERAL_RANGE":                               "<rawStrippedQualifier> is outside of <minValue> to <maxValue>, the range of <typeName>.",
	"REPEATED_CLAUSE":                                             "<clause> is given more than once in <operation>.",
	"DUPLICATE_CLAUSES":                                           "The clause <clauseName> is given more than once.",
	"INVALID_SQL_SYNTAX.FUNCTION_WITH_UNSUPPORTED_SYNTAX":         "<prettyName> does not take <syntax>.",
	"INVALID_INTERVAL_FORMAT.UNMATCHED_FORMAT_STRING":             "<input> is not a text of <typeName>, which looks like <supportedFormat>.",
	"INVALID_INTERVAL_FORMAT.UNMATCHED_FORMAT_STRING_WITH_NOTICE": "<input> is not a text of <typeName>, which looks like <supportedFormat>.",
	"INVALID_INTERVAL_FORMAT.INVALID_UNIT":                        "<unit> in the interval <input> is not a unit.",
	"INVALID_INTERVAL_FORMAT.INVALID_FRACTION":                    "<unit> in the interval <input> cannot have a fraction.",
	"INVALID_INTERVAL_FORMAT.INTERVAL_PARSING":                    "<input> is not a valid <interval> interval.",
	"INVALID_EXTRACT_FIELD":                                       "Cannot extract <field> from <expr>.",
	"NON_LAST_MATCHED_CLAUSE_OMIT_CONDITION":                      "Only the last WHEN MATCHED clause may have no condition.",
	"NON_LAST_NOT_MATCHED_BY_TARGET_CLAUSE_OMIT_CONDITION":        "Only the last WHEN NOT MATCHED [BY TARGET] clause may have no condition.",
	"NON_LAST_NOT_MATCHED_BY_SOURCE_CLAUSE_OMIT_CONDITION":        "Only the last WHEN NOT MATCHED BY SOURCE clause may have no condition.",
	"MERGE_WITHOUT_WHEN":                                          "MERGE needs at least one WHEN clause.",
	"INVALID_TEMP_OBJ_QUALIFIER":                                  "A temporary <objectType> has no schema; <objectName> is qualified by <qualifier>.",
	"INVALID_LATERAL_JOIN_TYPE":                                   "A <joinType> join cannot be LATERAL.",
	"UNSUPPORTED_JOIN_TYPE":                                       "There is no join type <typ>; there are <supported>.",
}
