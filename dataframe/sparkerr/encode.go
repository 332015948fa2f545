package sparkerr

import (
	"encoding/json"
	"errors"
)

// encoded is the byte form of an Error, which crosses the C ABI.
type encoded struct {
	Condition string            `json:"condition"`
	SQLState  string            `json:"sqlState"`
	Class     Class             `json:"class"`
	Params    map[string]string `json:"parameters"`
	Message   string            `json:"message"`
	Text      string            `json:"text"`
	Context   *encodedContext   `json:"context,omitempty"`
	Cause     string            `json:"cause,omitempty"`
}

type encodedContext struct {
	Fragment string `json:"fragment"`
	Start    int    `json:"start"`
	Stop     int    `json:"stop"`
	Line     int    `json:"line"`
	Position int    `json:"position"`
}

// Encode is the error as a JSON object: condition, sqlState, class, parameters, message (ours, bare), text (as Error gives it),
// context and cause when there are any. Decode reads it back.
func (e *Error) Encode() []byte {
	out := encoded{e.Condition, e.SQLState, e.Class, e.Params, e.Message, e.Error(), nil, ""}
	if c := e.Context; c != nil {
		out.Context = &encodedContext{c.Fragment, c.Start, c.Stop, c.Line, c.Position}
	}
	if e.cause != nil {
		out.Cause = e.cause.Error()
	}
	b, _ := json.Marshal(out) // a struct of strings and numbers always marshals
	return b
}

// Decode reads what Encode wrote.
func Decode(b []byte) (*Error, error) {
	var in encoded
	if err := json.Unmarshal(b, &in); err != nil {
		return nil, err
	}
	e := &Error{Condition: in.Condition, SQLState: in.SQLState, Class: in.Class, Params: in.Params, Message: in.Message}
	if c := in.Context; c != nil {
		e.Context = &QueryContext{c.Fragment, c.Start, c.Stop, c.Line, c.Position}
	}
	if in.Cause != "" {
		e.cause = errors.New(in.Cause)
	}
	return e, nil
}

// From is err as an *Error: itself, or the first in its chain, or INTERNAL_ERROR around it. nil stays nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return New("INTERNAL_ERROR", "message", err.Error()).WithCause(err)
}
