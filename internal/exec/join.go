package exec

import (
	"fmt"
	"strings"

	"github.com/flintlake/flintlake/internal/expr"
)

// JoinKind says which rows a join puts out. "Left" is the probe side, whose rows stream; "right" is the build side, held in memory.
type JoinKind uint8

const (
	InnerJoin JoinKind = iota
	LeftOuterJoin
	RightOuterJoin
	FullOuterJoin
	// LeftSemiJoin and LeftAntiJoin put out left rows with and without a match, and left columns only.
	LeftSemiJoin
	LeftAntiJoin
	// MarkJoin puts out every left row and a boolean column: it has a match.
	MarkJoin
	// RightSemiJoin and RightAntiJoin put out the rows and columns of the build side.
	RightSemiJoin
	RightAntiJoin
)

func (k JoinKind) String() string {
	return [...]string{"Inner", "LeftOuter", "RightOuter", "FullOuter", "LeftSemi", "LeftAnti", "Mark", "RightSemi", "RightAnti"}[k]
}

// EmitsPairs tells whether matches are put out as rows of both sides.
func (k JoinKind) EmitsPairs() bool { return k <= FullOuterJoin }

// keepsLeft tells whether left rows without a match are put out beside nulls.
func (k JoinKind) keepsLeft() bool { return k == LeftOuterJoin || k == FullOuterJoin }

// needsBuildMarks tells whether the build side's rows must know that they were matched.
func (k JoinKind) needsBuildMarks() bool {
	return k == RightOuterJoin || k == FullOuterJoin || k == RightSemiJoin || k == RightAntiJoin
}

// Join matches left rows with right rows by equal keys and a further condition. Without keys every pair is tried (nested loops).
type Join struct {
	Left, Right Node // probe, build
	Kind        JoinKind
	// LeftKeys and RightKeys are equal in number and types. NullSafe keys (<=>) match nulls with nulls.
	LeftKeys, RightKeys []expr.Expr
	NullSafe            []bool
	// Residual is over the columns of both sides; nil: none.
	Residual expr.Expr
	// NullAware makes a LeftAntiJoin NOT IN: with a null among the right keys nothing passes, and a left null passes only if the right side
	// is empty. There is one key and no residual.
	NullAware bool
	// Single raises SCALAR_SUBQUERY_TOO_MANY_ROWS when a left row matches twice.
	Single bool
	// Mark is the column of a MarkJoin.
	Mark *expr.Attribute
	// Outputs are the columns of both sides that a join of pairs puts out, nil for all: others are not gathered.
	Outputs []*expr.Attribute
}

// Columns depend on the kind.
func (n *Join) Columns() []*expr.Attribute {
	l, r := n.Left.Columns(), n.Right.Columns()
	if n.Outputs != nil && n.Kind.EmitsPairs() {
		return n.Outputs
	}
	switch n.Kind {
	case LeftSemiJoin, LeftAntiJoin:
		return l
	case RightSemiJoin, RightAntiJoin:
		return r
	case MarkJoin:
		return append(l[:len(l):len(l)], n.Mark)
	}
	return append(l[:len(l):len(l)], r...)
}

// pairs are all columns of both sides.
func (n *Join) pairs() []*expr.Attribute {
	l := n.Left.Columns()
	return append(l[:len(l):len(l)], n.Right.Columns()...)
}

// Inputs are the probe side, then the build side.
func (n *Join) Inputs() []Node { return []Node{n.Left, n.Right} }

// Describe shows kind, keys and condition.
func (n *Join) Describe() string {
	var b strings.Builder
	name := "HashJoin"
	if len(n.LeftKeys) == 0 {
		name = "NestedLoopJoin"
	}
	fmt.Fprintf(&b, "%s %s", name, n.Kind)
	for i := range n.LeftKeys {
		op := "="
		if n.NullSafe[i] {
			op = "<=>"
		}
		fmt.Fprintf(&b, " %s %s %s", expr.String(n.LeftKeys[i]), op, expr.String(n.RightKeys[i]))
	}
	if n.NullAware {
		b.WriteString(" null-aware")
	}
	if n.Residual != nil {
		b.WriteString(" if " + expr.String(n.Residual))
	}
	b.WriteString(", build right")
	return b.String()
}

// Start starts both sides. The build side runs when the first worker asks.
func (n *Join) Start(c *Context) (Feed, error) {
	for _, k := range n.LeftKeys {
		if err := checkCollation(k.Type()); err != nil {
			return nil, err
		}
	}
	keyed, err := newKeyed(c, n.Right.Columns(), n.RightKeys)
	if err != nil {
		return nil, err
	}
	f := &joinFeed{node: n, keyed: keyed}
	for range c.workers() {
		p, err := newProber(f)
		if err != nil {
			return nil, err
		}
		f.probers = append(f.probers, p)
	}
	if f.build, err = c.start(n.Right); err != nil {
		return nil, err
	}
	if f.probe, err = c.start(n.Left); err != nil {
		_ = f.build.Close()
		return nil, err
	}
	return f, nil
}
