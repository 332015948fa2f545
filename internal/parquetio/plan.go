package parquetio

import (
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/parquetio/format"
	"github.com/flintlake/flintlake/internal/vec"
)

// Match says how fields that are asked for are found in the file, at every depth.
type Match uint8

const (
	// ByName compares names, without case unless CaseSensitive.
	ByName Match = iota
	// ByFieldID compares Parquet field ids with the metadata "parquet.field.id" of the fields (or "delta.columnMapping.id");
	// a field without one is matched by name.
	ByFieldID
	// ByPhysicalName compares the names in the file with the metadata "delta.columnMapping.physicalName", exactly.
	ByPhysicalName
)

// fieldKind is how a field is put together.
type fieldKind uint8

const (
	leafField fieldKind = iota
	structField
	listField
	mapField
	variantField
	shreddedField
	missingField
)

// field is a requested column (or part of one) matched with the file.
type field struct {
	kind     fieldKind
	typ      types.DataType
	node     *node // the element that carries the field's own nullness
	repeated *node // list, map: the repeated element
	children []*field
	conv     conversion
	leaf     int    // leafField: the column; otherwise a column below that tells the levels
	shape    *shape // shreddedField
}

// resolver matches a requested schema with a file.
type resolver struct {
	f             *File
	match         Match
	caseSensitive bool
}

func (r *resolver) schema(s types.StructType) ([]*field, error) { return r.fields(s, r.f.root) }

func (r *resolver) fields(s types.StructType, group *node) ([]*field, error) {
	l := make([]*field, len(s.Fields))
	for i := range s.Fields {
		n, err := r.find(&s.Fields[i], group)
		if err != nil {
			return nil, err
		}
		if n == nil {
			l[i] = &field{kind: missingField, typ: s.Fields[i].Type, leaf: -1}
			continue
		}
		if l[i], err = r.field(n, s.Fields[i].Type); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// find is the child of a group that a requested field means; nil when there is none.
func (r *resolver) find(want *types.StructField, group *node) (*node, error) {
	name, exact := want.Name, r.caseSensitive
	switch r.match {
	case ByFieldID:
		if id, ok := fieldID(want); ok {
			for _, c := range group.children {
				if c.FieldID == id {
					return c, nil
				}
			}
			return nil, nil
		}
	case ByPhysicalName:
		if p, ok := want.MetadataString("delta.columnMapping.physicalName"); ok {
			name, exact = p, true
		}
	}
	var found *node
	for _, c := range group.children {
		if c.Name == name && exact {
			return c, nil
		}
		if !exact && strings.EqualFold(c.Name, name) {
			if found != nil { // Spark refuses, even when one of them has the same case
				return nil, sparkerr.New("_LEGACY_ERROR_TEMP_2093", "requiredFieldName", name, "matchedOrcFields", "["+found.Name+", "+c.Name+"]")
			}
			found = c
		}
	}
	return found, nil
}

// fieldID is the id that the metadata of a field asks for.
func fieldID(f *types.StructField) (int32, bool) {
	for _, key := range [...]string{"parquet.field.id", "delta.columnMapping.id"} {
		v, ok := f.Metadata[key]
		if !ok {
			continue
		}
		switch v := v.(type) {
		case int:
			return int32(v), true
		case int32:
			return v, true
		case int64:
			return int32(v), true
		case float64:
			return int32(v), true
		case interface{ String() string }: // json.Number
			if n, err := strconv.ParseInt(v.String(), 10, 32); err == nil {
				return int32(n), true
			}
		}
	}
	return 0, false
}

// field matches an element with a type. A repeated element outside of LIST and MAP groups is an array by itself.
func (r *resolver) field(n *node, t types.DataType) (*field, error) {
	if n.Repetition == format.Repeated {
		a, ok := t.(types.ArrayType)
		if !ok {
			return nil, r.f.mismatch(n, t)
		}
		e, err := r.element(n, a.Element)
		if err != nil {
			return nil, err
		}
		return &field{kind: listField, typ: t, node: n.parent, repeated: n, children: []*field{e}, leaf: e.leaf}, nil
	}
	return r.element(n, t)
}

// element matches an element, its repetition already dealt with.
func (r *resolver) element(n *node, t types.DataType) (*field, error) {
	switch t := t.(type) {
	case types.StructType:
		if !n.isGroup() {
			return nil, r.f.mismatch(n, t)
		}
		return r.structure(n, t)
	case types.ArrayType:
		return r.list(n, t)
	case types.MapType:
		return r.mapping(n, t)
	case types.VariantType:
		return r.variant(n)
	case types.NullType:
		return &field{kind: missingField, typ: t, leaf: -1}, nil
	}
	if n.isGroup() {
		return nil, r.f.mismatch(n, t)
	}
	c, ok := newConversion(n, t)
	if !ok {
		return nil, r.f.mismatch(n, t)
	}
	return &field{kind: leafField, typ: t, node: n, conv: c, leaf: n.leaf}, nil
}

func (r *resolver) structure(n *node, t types.StructType) (*field, error) {
	children, err := r.fields(t, n)
	if err != nil {
		return nil, err
	}
	f := &field{kind: structField, typ: t, node: n, children: children, leaf: -1}
	for _, c := range children {
		if c.leaf >= 0 {
			f.leaf = c.leaf
			break
		}
	}
	if f.leaf < 0 { // none of the fields is there: any column tells where the struct is null
		if n.firstLeaf == n.endLeafs {
			return &field{kind: missingField, typ: t, leaf: -1}, nil
		}
		f.leaf = cheapestLeaf(r.f, n)
	}
	return f, nil
}

// cheapestLeaf prefers a leaf that is not repeated.
func cheapestLeaf(f *File, n *node) int {
	best := n.firstLeaf
	for i := n.firstLeaf; i < n.endLeafs; i++ {
		if f.leaves[i].rep < f.leaves[best].rep {
			best = i
		}
	}
	return best
}

func (r *resolver) list(n *node, t types.ArrayType) (*field, error) {
	if !n.isGroup() || len(n.children) != 1 || n.children[0].Repetition != format.Repeated {
		return nil, r.f.mismatch(n, t)
	}
	repeated := n.children[0]
	e, err := r.listElement(n, repeated, t.Element)
	if err != nil {
		return nil, err
	}
	if e.leaf < 0 {
		e.leaf = cheapestLeaf(r.f, repeated)
	}
	return &field{kind: listField, typ: t, node: n, repeated: repeated, children: []*field{e}, leaf: e.leaf}, nil
}

// listElement decides between the three-level and the older two-level forms, as Spark does by the requested element type.
func (r *resolver) listElement(n, repeated *node, t types.DataType) (*field, error) {
	inner, _ := listElement(n)
	if inner != repeated {
		if s, ok := t.(types.StructType); ok && len(s.Fields) == 1 && strings.EqualFold(s.Fields[0].Name, inner.Name) && !inner.isGroup() {
			return r.element(repeated, t) // struct<element: …> was written in two levels
		}
		return r.field(inner, t)
	}
	return r.element(repeated, t)
}

func (r *resolver) mapping(n *node, t types.MapType) (*field, error) {
	if !n.isGroup() {
		return nil, r.f.mismatch(n, t)
	}
	key, value, ok := mapEntry(n)
	if !ok {
		return nil, r.f.mismatch(n, t)
	}
	k, err := r.field(key, t.Key)
	if err != nil {
		return nil, err
	}
	v := &field{kind: missingField, typ: t.Value, leaf: -1}
	if value != nil {
		if v, err = r.field(value, t.Value); err != nil {
			return nil, err
		}
	}
	leaf := k.leaf
	if leaf < 0 {
		leaf = cheapestLeaf(r.f, n)
	}
	return &field{kind: mapField, typ: t, node: n, repeated: n.children[0], children: []*field{k, v}, leaf: leaf}, nil
}

// variant matches the group of value and metadata.
func (r *resolver) variant(n *node) (*field, error) {
	if !n.isGroup() {
		return nil, r.f.mismatch(n, types.Variant)
	}
	var value, metadata *node
	for _, c := range n.children {
		switch {
		case c.Name == "value" && c.Type == format.ByteArray:
			value = c
		case c.Name == "metadata" && c.Type == format.ByteArray:
			metadata = c
		case c.Name == "typed_value":
			return r.variantShredded(n)
		}
	}
	if value == nil || metadata == nil {
		return nil, r.f.mismatch(n, types.Variant)
	}
	v, err := r.element(value, types.Binary)
	if err != nil {
		return nil, err
	}
	m, err := r.element(metadata, types.Binary)
	return &field{kind: variantField, typ: types.Variant, node: n, children: []*field{v, m}, leaf: v.leaf}, err
}

// walk visits the columns that must be read: every leaf, and those that only tell levels.
func (f *field) walk(visit func(leaf int, leafField *field)) {
	if f.kind == leafField {
		visit(f.leaf, f)
		return
	}
	levelsOnly := f.leaf >= 0
	for _, c := range f.children {
		if c.leaf >= 0 && c.kind != missingField {
			levelsOnly = false
		}
		c.walk(visit)
	}
	if levelsOnly {
		visit(f.leaf, nil)
	}
}

// levelsOnly is the conversion of a column whose values nobody wants.
func levelsOnly(n *node) conversion {
	t := map[format.Type]types.DataType{format.Boolean: types.Boolean, format.Int32: types.Integer, format.Int64: types.Long, format.Int96: types.Timestamp,
		format.Float: types.Float, format.Double: types.Double, format.ByteArray: types.Binary, format.FixedLenByteArray: types.Binary}[n.Type]
	c, _ := newConversion(&node{SchemaElement: &format.SchemaElement{Type: n.Type, TypeLength: n.TypeLength}}, t)
	c.outWidth = vec.Width(t)
	return c
}
