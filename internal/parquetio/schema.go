package parquetio

import (
	"errors"
	"fmt"

	"github.com/flintlake/flintlake/internal/parquetio/format"
)

// node is an element of the file's schema with its place in the nesting.
type node struct {
	*format.SchemaElement
	children []*node
	parent   *node
	// def and rep are the levels at which this element is there: def counts the optional and repeated elements from the
	// root down to this one, rep the repeated ones.
	def, rep int
	// leaf is the number of the column chunk, -1 for a group; groups know the range of their leaves.
	leaf                int
	firstLeaf, endLeafs int
}

// levelsMax bounds definition and repetition levels, which are kept in bytes.
const levelsMax = 255

// schemaTree builds the tree of a footer; leaves are in the order of the column chunks.
func schemaTree(elements []format.SchemaElement) (root *node, leaves []*node, err error) {
	b := &treeBuilder{elements: elements}
	if elements[0].Type != format.Group {
		return nil, nil, errors.New("the root of the schema is not a group")
	}
	root, err = b.build(nil)
	if err != nil {
		return nil, nil, err
	}
	if b.at != len(elements) {
		return nil, nil, errors.New("the schema has elements outside of its root")
	}
	return root, b.leaves, nil
}

type treeBuilder struct {
	elements []format.SchemaElement
	at       int
	leaves   []*node
}

func (b *treeBuilder) build(parent *node) (*node, error) {
	if b.at >= len(b.elements) {
		return nil, errors.New("the schema ends early")
	}
	n := &node{SchemaElement: &b.elements[b.at], parent: parent, leaf: -1, firstLeaf: len(b.leaves)}
	b.at++
	if parent != nil {
		n.def, n.rep = parent.def, parent.rep
		switch n.Repetition {
		case format.Optional:
			n.def++
		case format.Repeated:
			n.def++
			n.rep++
		}
	}
	if n.def > levelsMax {
		return nil, fmt.Errorf("the schema nests deeper than %d levels", levelsMax)
	}
	if n.Type != format.Group {
		if n.NumChildren > 0 {
			return nil, fmt.Errorf("the schema gives the primitive %q children", n.Name)
		}
		if n.Type == format.FixedLenByteArray && n.TypeLength <= 0 {
			return nil, fmt.Errorf("the fixed-length column %q has length %d", n.Name, n.TypeLength)
		}
		n.leaf, n.endLeafs = len(b.leaves), len(b.leaves)+1
		b.leaves = append(b.leaves, n)
		return n, nil
	}
	if n.NumChildren < 0 || int(n.NumChildren) > len(b.elements)-b.at {
		return nil, errors.New("the schema claims more elements than it has")
	}
	for range n.NumChildren {
		c, err := b.build(n)
		if err != nil {
			return nil, err
		}
		n.children = append(n.children, c)
	}
	n.endLeafs = len(b.leaves)
	return n, nil
}

// path is the dotted name from the root, as Parquet prints it.
func (n *node) path() string {
	if n.parent == nil {
		return ""
	}
	if p := n.parent.path(); p != "" {
		return p + "." + n.Name
	}
	return n.Name
}

func (n *node) isGroup() bool { return n.leaf < 0 }
