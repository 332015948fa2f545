package datetime

import "strings"

var monthNames = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
var weekdayNames = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// MonthName is the English name of a month from 1 to 12.
func MonthName(month int) string { return monthNames[month-1] }

// WeekdayName is the English name of a weekday from 1 for Monday.
func WeekdayName(weekday int) string { return weekdayNames[weekday-1] }

// fieldText is the English text of a field's value.
func fieldText(f field, value int64, full bool) string {
	name := ""
	switch f {
	case fieldMonth:
		name = monthNames[value-1]
	case fieldWeekday:
		name = weekdayNames[value-1]
	case fieldAmPm:
		return [...]string{"AM", "PM"}[value]
	case fieldEra:
		if full {
			return [...]string{"Before Christ", "Anno Domini"}[value]
		}
		return [...]string{"BC", "AD"}[value]
	case fieldQuarter:
		if full {
			return [...]string{"1st quarter", "2nd quarter", "3rd quarter", "4th quarter"}[value-1]
		}
		return [...]string{"Q1", "Q2", "Q3", "Q4"}[value-1]
	}
	if full {
		return name
	}
	return name[:3]
}

// textRange is the first and last value of a field with texts.
func textRange(f field) (from, to int64) {
	switch f {
	case fieldMonth:
		return 1, 12
	case fieldWeekday:
		return 1, 7
	case fieldQuarter:
		return 1, 4
	}
	return 0, 1
}

// shortZoneNames are Java's short names of zones that the zone database names by number only.
var shortZoneNames = map[string]string{
	"America/Sao_Paulo": "BRT", "America/Argentina/Buenos_Aires": "ART", "America/Bogota": "COT", "America/Lima": "PET", "America/Santiago": "CLT",
	"America/Caracas": "VET", "America/Montevideo": "UYT", "America/La_Paz": "BOT", "Europe/Istanbul": "TRT", "Asia/Dubai": "GST",
	"Asia/Singapore": "SGT", "Asia/Tehran": "IRST", "Asia/Kathmandu": "NPT", "Asia/Dhaka": "BDT", "Asia/Colombo": "IST", "Asia/Almaty": "ALMT",
	"Asia/Tashkent": "UZT", "Asia/Bangkok": "ICT", "Asia/Ho_Chi_Minh": "ICT", "Asia/Riyadh": "AST", "Asia/Baghdad": "AST", "Asia/Kuwait": "AST",
	"Asia/Baku": "AZT", "Asia/Yerevan": "AMT", "Asia/Tbilisi": "GET", "Asia/Kabul": "AFT", "Asia/Kuala_Lumpur": "MYT", "Asia/Yangon": "MMT",
}

// longZoneNames are the long names of common zones by short name; those that several zones share are told apart in longZoneName.
var longZoneNames = map[string]string{
	"UTC": "Coordinated Universal Time", "GMT": "Greenwich Mean Time", "PST": "Pacific Standard Time", "PDT": "Pacific Daylight Time",
	"MST": "Mountain Standard Time", "MDT": "Mountain Daylight Time", "CST": "Central Standard Time", "CDT": "Central Daylight Time",
	"EST": "Eastern Standard Time", "EDT": "Eastern Daylight Time", "AKST": "Alaska Standard Time", "AKDT": "Alaska Daylight Time",
	"HST": "Hawaii-Aleutian Standard Time", "CET": "Central European Standard Time", "CEST": "Central European Summer Time",
	"WET": "Western European Standard Time", "WEST": "Western European Summer Time", "EET": "Eastern European Standard Time",
	"EEST": "Eastern European Summer Time", "BST": "British Summer Time", "MSK": "Moscow Standard Time", "JST": "Japan Standard Time",
	"KST": "Korean Standard Time", "HKT": "Hong Kong Standard Time", "SGT": "Singapore Standard Time", "AEST": "Australian Eastern Standard Time",
	"AEDT": "Australian Eastern Daylight Time", "ACST": "Australian Central Standard Time", "AWST": "Australian Western Standard Time",
	"NZST": "New Zealand Standard Time", "NZDT": "New Zealand Daylight Time", "SAST": "South Africa Standard Time", "BRT": "Brasilia Standard Time",
}

// shortName is Java's short display name: that of the rules in force today, since Java keeps one pair of names for a zone.
func (z *Zone) shortName(seconds int64) string {
	if z.fixed {
		return z.javaID()
	}
	_, daylight := z.Abbreviation(seconds)
	if name, ok := shortZoneNames[z.javaID()]; ok {
		return name
	}
	const january, july = 1704067200, 1719792000 // of 2024
	standard := ""
	for _, at := range []int64{january, july} {
		name, d := z.Abbreviation(at)
		if d == daylight {
			return z.named(name)
		}
		standard = name
	}
	if strings.HasSuffix(standard, "ST") { // daylight time of a zone that has it no more
		return strings.TrimSuffix(standard, "ST") + "DT"
	}
	return z.named(standard)
}

// named keeps names out that are only numbers.
func (z *Zone) named(name string) string {
	if name != "" && (name[0] == '+' || name[0] == '-') {
		return z.javaID()
	}
	return name
}

func (z *Zone) longName(seconds int64) string {
	short := z.shortName(seconds)
	switch {
	case short == "IST" && z.javaID() == "Asia/Kolkata":
		return "India Standard Time"
	case short == "CST" && strings.HasPrefix(z.javaID(), "Asia/"):
		return "China Standard Time"
	}
	if name, ok := longZoneNames[short]; ok {
		return name
	}
	return short
}

// javaID is the id that Java gives the zone: short ids are resolved, offsets are written in full.
func (z *Zone) javaID() string {
	id := z.id
	if full, ok := shortIDs[id]; ok {
		id = full
	}
	if !z.fixed || id == "Z" {
		return id
	}
	for _, prefix := range []string{"UTC", "GMT", "UT"} {
		if strings.HasPrefix(id, prefix) {
			if p := z.last.Load(); p.offset != 0 {
				return prefix + string(AppendOffset(nil, p.offset, ""))
			}
			return prefix
		}
	}
	return string(AppendOffset(nil, z.last.Load().offset, "Z"))
}
