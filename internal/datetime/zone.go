package datetime

import (
	"strings"
	"sync/atomic"
	"time"
	_ "time/tzdata" // zone rules for machines that have none

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// Zone is a time zone: a fixed offset or a region with rules. It is safe for concurrent use.
type Zone struct {
	id    string
	loc   *time.Location
	fixed bool
	last  atomic.Pointer[period]
}

// period is a time with one offset, [from, to) in seconds since the epoch.
type period struct {
	from, to int64
	offset   int64
}

// UTC is the zone with offset 0.
var UTC = FixedZone("UTC", 0)

const (
	minSeconds = -1 << 60
	maxSeconds = 1 << 60
	daySeconds = 86400
)

// FixedZone makes a zone of one offset, in seconds east of Greenwich.
func FixedZone(id string, offset int) *Zone {
	z := &Zone{id: id, loc: time.FixedZone(id, offset), fixed: true}
	z.last.Store(&period{minSeconds, maxSeconds, int64(offset)})
	return z
}

// FromLocation wraps a Go location.
func FromLocation(loc *time.Location) *Zone { return &Zone{id: loc.String(), loc: loc} }

// LoadZone finds a zone by the names that Spark takes (DateTimeUtils.getZoneId): region ids with their case, Java's three-letter
// short ids, Z, UTC, GMT, UT, and offsets such as +8, +08, +8:00, +08:0, +0800, +08:00:00, UTC+8. Anything else gives INVALID_TIMEZONE.
func LoadZone(id string) (*Zone, error) {
	if offset, ok := zoneOffset(padOffset(id)); ok {
		return FixedZone(id, offset), nil
	}
	name := id
	if full, ok := shortIDs[id]; ok {
		if offset, ok := zoneOffset(full); ok {
			return FixedZone(id, offset), nil
		}
		name = full
	}
	if validRegion(name) {
		if loc, err := time.LoadLocation(name); err == nil {
			return &Zone{id: id, loc: loc}, nil
		}
	}
	return nil, sparkerr.New("INVALID_TIMEZONE", "timeZone", id)
}

// validRegion keeps out the names that mean something else to Go or to the file system.
func validRegion(name string) bool {
	switch {
	case len(name) < 2, name == "Local", strings.HasPrefix(name, "posix"), strings.HasPrefix(name, "right/"):
		return false
	}
	return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789~/._+-") == ""
}

// padOffset turns +h: into +0h: anywhere and a final +hh:m into +hh:0m, as Spark did before version 3.
func padOffset(id string) string {
	for i := 0; i+2 < len(id); i++ {
		if (id[i] == '+' || id[i] == '-') && isDigit(id[i+1]) && id[i+2] == ':' {
			id = id[:i+1] + "0" + id[i+1:]
			break
		}
	}
	n := len(id)
	if n >= 5 && (id[n-5] == '+' || id[n-5] == '-') && isDigit(id[n-4]) && isDigit(id[n-3]) && id[n-2] == ':' && isDigit(id[n-1]) {
		id = id[:n-1] + "0" + id[n-1:]
	}
	return id
}

func isDigit(c byte) bool { return c-'0' <= 9 }

// zoneOffset reads Z, or an offset, alone or after UTC, GMT or UT.
func zoneOffset(id string) (seconds int, ok bool) {
	if id == "Z" {
		return 0, true
	}
	for _, prefix := range []string{"UTC", "GMT", "UT"} {
		if rest, found := strings.CutPrefix(id, prefix); found {
			if rest == "" {
				return 0, true
			}
			id = rest
			break
		}
	}
	return parseOffset(id)
}

// parseOffset reads Java's ZoneOffset forms: +h, +hh, +hh:mm, +hhmm, +hh:mm:ss, +hhmmss; up to 18 hours.
func parseOffset(s string) (seconds int, ok bool) {
	if len(s) < 2 || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	digits := s[1:]
	if len(digits) > 2 && digits[2] == ':' {
		if len(digits) != 5 && (len(digits) != 8 || digits[5] != ':') {
			return 0, false
		}
		digits = strings.ReplaceAll(digits, ":", "")
		if len(digits)%2 != 0 {
			return 0, false
		}
	}
	if len(digits) == 1 {
		digits = "0" + digits
	}
	if len(digits) != 2 && len(digits) != 4 && len(digits) != 6 || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	for unit, i := 3600, 0; i < len(digits); unit, i = unit/60, i+2 {
		n := int(digits[i]-'0')*10 + int(digits[i+1]-'0')
		if i > 0 && n > 59 {
			return 0, false
		}
		seconds += n * unit
	}
	if seconds > 18*3600 {
		return 0, false
	}
	if s[0] == '-' {
		seconds = -seconds
	}
	return seconds, true
}

// shortIDs are Java's ZoneId.SHORT_IDS.
var shortIDs = map[string]string{
	"EST": "-05:00", "HST": "-10:00", "MST": "-07:00", "ACT": "Australia/Darwin", "AET": "Australia/Sydney",
	"AGT": "America/Argentina/Buenos_Aires", "ART": "Africa/Cairo", "AST": "America/Anchorage", "BET": "America/Sao_Paulo",
	"BST": "Asia/Dhaka", "CAT": "Africa/Harare", "CNT": "America/St_Johns", "CST": "America/Chicago", "CTT": "Asia/Shanghai",
	"EAT": "Africa/Addis_Ababa", "ECT": "Europe/Paris", "IET": "America/Indiana/Indianapolis", "IST": "Asia/Kolkata",
	"JST": "Asia/Tokyo", "MIT": "Pacific/Apia", "NET": "Asia/Yerevan", "NST": "Pacific/Auckland", "PLT": "Asia/Karachi",
	"PNT": "America/Phoenix", "PRT": "America/Puerto_Rico", "PST": "America/Los_Angeles", "SST": "Pacific/Guadalcanal",
	"VST": "Asia/Ho_Chi_Minh",
}

// ID is the name as it was asked for.
func (z *Zone) ID() string { return z.id }

// Location is the zone for the time package.
func (z *Zone) Location() *time.Location { return z.loc }

// IsFixed tells whether the offset never changes.
func (z *Zone) IsFixed() bool { return z.fixed }

// Offset is the seconds east of Greenwich at a time in seconds since the epoch. It remembers the last period, so that runs of
// close times cost one comparison each.
func (z *Zone) Offset(seconds int64) int64 {
	if p := z.last.Load(); p != nil && seconds >= p.from && seconds < p.to {
		return p.offset
	}
	return z.at(seconds).offset
}

func (z *Zone) at(seconds int64) *period {
	t := time.Unix(seconds, 0).In(z.loc)
	_, offset := t.Zone()
	p := &period{minSeconds, maxSeconds, int64(offset)}
	from, to := t.ZoneBounds()
	if !from.IsZero() {
		p.from = from.Unix()
	}
	if !to.IsZero() {
		p.to = to.Unix()
	}
	if seconds < p.from || seconds >= p.to { // beyond what the time package can say
		p.from, p.to = seconds, seconds+1
	}
	z.last.Store(p)
	return p
}

// ToUTC turns a wall-clock time (seconds since 1970-01-01T00:00:00 on the wall) into seconds since the epoch. As in Java, a time that occurs
// twice means the first, and one that is skipped is moved on by the length of the gap.
func (z *Zone) ToUTC(local int64) int64 {
	if p := z.last.Load(); p != nil {
		if u := local - p.offset; u >= p.from+2*daySeconds && u < p.to-2*daySeconds || z.fixed {
			return u
		}
	}
	before, after := z.Offset(local-daySeconds), z.Offset(local+daySeconds)
	if z.Offset(local-before) == before || before == after {
		return local - before
	}
	if z.Offset(local-after) == after {
		return local - after
	}
	return local - before
}

// ToLocal is the wall-clock microseconds of a timestamp.
func (z *Zone) ToLocal(micros int64) int64 {
	return micros + z.Offset(floorDiv(micros, MicrosPerSecond))*MicrosPerSecond
}

// ToInstant is ToUTC in microseconds; ok is false when the result does not fit.
func (z *Zone) ToInstant(localMicros int64) (micros int64, ok bool) {
	seconds := floorDiv(localMicros, MicrosPerSecond)
	shift := (z.ToUTC(seconds) - seconds) * MicrosPerSecond
	micros = localMicros + shift
	return micros, shift >= 0 == (micros >= localMicros)
}

// Abbreviation is the short name in force at a time, "CET" or "CEST"; daylight tells whether it is summer time.
func (z *Zone) Abbreviation(seconds int64) (name string, daylight bool) {
	t := time.Unix(seconds, 0).In(z.loc)
	name, _ = t.Zone()
	return name, t.IsDST()
}
