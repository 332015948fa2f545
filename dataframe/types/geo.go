package types

import (
	"strconv"
	"strings"
)

// The coordinate reference systems that have a name of their own in JSON; others are written "SRID:n".
var crsNames = map[int]string{0: "SRID:0", 3857: "EPSG:3857", 4326: "OGC:CRS84", AnySRID: "SRID:ANY"}

func crsName(srid int) string {
	if n, ok := crsNames[srid]; ok {
		return n
	}
	return "EPSG:" + strconv.Itoa(srid)
}

func sridOf(crs string) (int, bool) {
	for srid, name := range crsNames {
		if strings.EqualFold(crs, name) {
			return srid, true
		}
	}
	_, digits, ok := strings.Cut(crs, ":")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}

// geoFromJSON reads "geometry(OGC:CRS84)" and "geography(OGC:CRS84, SPHERICAL)".
func geoFromJSON(head, name string) (DataType, error) {
	inner := strings.TrimSuffix(strings.TrimPrefix(name, head+"("), ")")
	crs, _, _ := strings.Cut(inner, ",")
	if inner == head {
		crs = "OGC:CRS84"
	}
	srid, ok := sridOf(strings.TrimSpace(crs))
	if !ok {
		return nil, badJSONValue(name)
	}
	if head == "geometry" {
		return GeometryType{srid}, nil
	}
	return GeographyType{srid}, nil
}
