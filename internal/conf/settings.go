package conf

import (
	"maps"
	"strings"
	"sync"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// Settings are the option values of one session. The zero value and nil (for reading) mean all defaults. Safe for concurrent use.
type Settings struct {
	base   map[string]string // given when the session was built; RESET goes back to them
	mu     sync.RWMutex
	values map[string]string
}

// NewSettings makes the settings of a session from the options of its builder, static ones included. The first invalid value is the error.
func NewSettings(options map[string]string) (*Settings, error) {
	s := &Settings{base: maps.Clone(options), values: map[string]string{}}
	for key, value := range options {
		if d := Find(key); d != nil {
			if err := d.validate(value); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// NewSession makes settings that start from the same builder options, without what s has set since (SparkSession.newSession).
func (s *Settings) NewSession() *Settings {
	return &Settings{base: maps.Clone(s.base), values: map[string]string{}}
}

// Clone makes independent settings with the same values.
func (s *Settings) Clone() *Settings {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return &Settings{base: maps.Clone(s.base), values: maps.Clone(s.values)}
}

// Set gives an option a value. A static option gives CANNOT_MODIFY_STATIC_CONFIG, a value of the wrong kind INVALID_CONF_VALUE;
// an unknown key is kept as it is.
func (s *Settings) Set(key, value string) error {
	if d := Find(key); d != nil {
		if d.Static {
			return staticError(key)
		}
		if err := d.validate(value); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.values == nil {
		s.values = map[string]string{}
	}
	s.values[key] = value
	return nil
}

func staticError(key string) error {
	return sparkerr.New("CANNOT_MODIFY_STATIC_CONFIG", "key", sparkerr.QuoteSQL(key))
}

// Unset takes a value back, to what the builder gave or the default.
func (s *Settings) Unset(key string) error {
	if d := Find(key); d != nil && d.Static {
		return staticError(key)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.values, key)
	return nil
}

// Reset takes all values back.
func (s *Settings) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values = map[string]string{}
}

// Get is the text of an option: its value, or its default; ok is false when it has neither.
func (s *Settings) Get(key string) (value string, ok bool) {
	if value, ok = s.raw(key); ok {
		return value, true
	}
	d := Find(key)
	if d == nil {
		return "", false
	}
	value = s.text(d)
	return value, value != "" || !d.Optional
}

// Lookup is Get with Spark's error for an option without a value.
func (s *Settings) Lookup(key string) (string, error) {
	if v, ok := s.Get(key); ok {
		return v, nil
	}
	return "", sparkerr.New("SQL_CONF_NOT_FOUND", "sqlConf", sparkerr.QuoteSQL(key))
}

// IsModifiable tells whether a key is a known option that a running session may change.
func (s *Settings) IsModifiable(key string) bool {
	d := Find(key)
	return d != nil && !d.Static
}

// IsSet tells whether the session or its builder gave the option a value.
func (s *Settings) IsSet(key string) bool {
	_, ok := s.raw(key)
	return ok
}

// GetAll is everything that was set, by the builder or since, without defaults.
func (s *Settings) GetAll() map[string]string {
	if s == nil {
		return map[string]string{}
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	all := make(map[string]string, len(s.base)+len(s.values))
	maps.Copy(all, s.base)
	maps.Copy(all, s.values)
	return all
}

// WithPrefix is what was set under a prefix, by the rest of the key.
func (s *Settings) WithPrefix(prefix string) map[string]string {
	found := map[string]string{}
	for key, value := range s.GetAll() {
		if rest, ok := strings.CutPrefix(key, prefix); ok {
			found[rest] = value
		}
	}
	return found
}

func (s *Settings) raw(key string) (string, bool) {
	if s == nil {
		return "", false
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if v, ok := s.values[key]; ok {
		return v, true
	}
	v, ok := s.base[key]
	return v, ok
}

// text is the value in force of a declared option.
func (s *Settings) text(d *Declaration) string {
	if v, ok := s.raw(d.Key); ok {
		return v
	}
	for _, key := range d.Alternatives {
		if v, ok := s.raw(key); ok {
			return v
		}
	}
	return d.Default
}

// Find is the declaration of a key or of an alternative of it; nil when there is none.
func Find(key string) *Declaration { return byKey()[key] }

var byKey = sync.OnceValue(func() map[string]*Declaration {
	m := make(map[string]*Declaration, len(All))
	for _, d := range All {
		m[d.Key] = d
		for _, key := range d.Alternatives {
			m[key] = d
		}
	}
	return m
})
