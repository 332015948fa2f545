package log

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// CommitInfo says who did what in a version. Delta's history shows these fields.
type CommitInfo struct {
	Version           *int64  `json:"version,omitempty"`
	InCommitTimestamp *int64  `json:"inCommitTimestamp,omitempty"`
	Timestamp         millis  `json:"timestamp"`
	UserID            string  `json:"userId,omitempty"`
	UserName          string  `json:"userName,omitempty"`
	Operation         string  `json:"operation"`
	Parameters        Params  `json:"operationParameters"`
	ReadVersion       *int64  `json:"readVersion,omitempty"`
	IsolationLevel    string  `json:"isolationLevel,omitempty"`
	IsBlindAppend     *bool   `json:"isBlindAppend,omitempty"`
	Metrics           Metrics `json:"operationMetrics,omitempty"`
	UserMetadata      string  `json:"userMetadata,omitempty"`
	// Tags of the commit, such as restoresDeletedRows.
	Tags       map[string]string `json:"tags,omitempty"`
	EngineInfo string            `json:"engineInfo,omitempty"`
	TxnID      string            `json:"txnId,omitempty"`
}

// Params are operation parameters in the order they are written. A string is written as a JSON string; Delta puts lists
// and expressions into strings of JSON ("[\"p\"]"), and numbers and booleans as they are.
type Params []Param

// Param is one operation parameter.
type Param struct {
	Name  string
	Value any
}

// Metrics are operation metrics by name; the values are numbers in text form.
type Metrics map[string]string

// Text is the value as DESCRIBE HISTORY shows it: a string as it is, anything else as JSON.
func (p Param) Text() string {
	if s, ok := p.Value.(string); ok {
		return s
	}
	w := &jsonWriter{}
	w.value(p.Value)
	return string(w.b)
}

// UnmarshalJSON keeps the order of the parameters.
func (p *Params) UnmarshalJSON(b []byte) error {
	r := jsonReader{b: bytes.Clone(b)}
	r.object(func(key string) {
		if r.next() == '"' {
			*p = append(*p, Param{key, r.string()})
		} else {
			*p = append(*p, Param{key, json.RawMessage(r.raw())})
		}
	})
	return r.err
}

// UnmarshalJSON takes numbers too: some writers do not quote them.
func (m *Metrics) UnmarshalJSON(b []byte) error {
	r := jsonReader{b: bytes.Clone(b)}
	*m = r.stringMap()
	return r.err
}

// millis is a time in milliseconds that some writers give as text; what cannot be read is 0.
type millis int64

// UnmarshalJSON never fails: a timestamp is information only.
func (m *millis) UnmarshalJSON(b []byte) error {
	r := jsonReader{b: b}
	if n := r.int64(); r.err == nil {
		*m = millis(n)
	}
	return nil
}

func (c *CommitInfo) appendJSON(w *jsonWriter) {
	w.wrap("commitInfo", func() {
		w.intOpt("inCommitTimestamp", c.InCommitTimestamp)
		w.intField("timestamp", int64(c.Timestamp))
		w.stringOpt("userId", c.UserID)
		w.stringOpt("userName", c.UserName)
		w.stringField("operation", c.Operation)
		w.key("operationParameters")
		w.open('{')
		for _, p := range c.Parameters {
			w.key(p.Name)
			w.value(p.Value)
		}
		w.close('}')
		w.intOpt("readVersion", c.ReadVersion)
		w.stringOpt("isolationLevel", c.IsolationLevel)
		w.boolOpt("isBlindAppend", c.IsBlindAppend)
		if c.Metrics != nil {
			w.mapField("operationMetrics", c.Metrics)
		}
		w.stringOpt("userMetadata", c.UserMetadata)
		w.tags(c.Tags)
		w.stringOpt("engineInfo", c.EngineInfo)
		w.stringOpt("txnId", c.TxnID)
	})
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
