// Package document declares the functions on JSON text. read.go turns text into values of a type, write.go the other way, path.go evaluates the
// paths of get_json_object. Numbers keep their digits until the type is known.
package document
