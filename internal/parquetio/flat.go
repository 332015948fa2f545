package parquetio

import (
	"errors"

	"github.com/flintlake/flintlake/internal/vec"
)

// readFlat reads the next n rows of a leaf that is neither repeated nor inside of an optional group: definition levels are
// the validity bitmap itself.
func (c *column) readFlat(a *vec.Arena, n int) (*vec.Vector, error) {
	o := c.newOutput(a, n, c.leaf.def > 0)
	for o.pos < n {
		k, err := c.inPage(n - o.pos)
		if err != nil {
			return nil, err
		}
		nvalid := k
		if c.leaf.def > 0 {
			if nvalid, err = c.page.def.ReadBits(o.valid, o.pos, k); err != nil {
				return nil, err
			}
		}
		if err := c.read(o, k, nvalid); err != nil {
			return nil, err
		}
		c.page.left -= k
	}
	return o.vector(c), nil
}

// inPage makes sure that the present page has levels left, and tells how many of n.
func (c *column) inPage(n int) (int, error) {
	for c.page.left == 0 {
		if c.valuesLeft <= 0 {
			return 0, errors.New("a column chunk has fewer values than its row group has rows")
		}
		if err := c.nextPage(); err != nil {
			return 0, err
		}
	}
	return min(n, c.page.left), nil
}

// skipFlat passes over n rows.
func (c *column) skipFlat(n int) error {
	for n > 0 {
		k, err := c.inPage(n)
		if err != nil {
			return err
		}
		nvalid := k
		if c.leaf.def > 0 && k < c.page.left { // else the page is dropped anyway
			if nvalid, err = c.countDefined(k); err != nil {
				return err
			}
		}
		if k < c.page.left {
			if err := c.skipValues(nvalid); err != nil {
				return err
			}
		}
		c.page.left -= k
		n -= k
	}
	return nil
}

// countDefined passes over k definition levels and counts those that stand for a value.
func (c *column) countDefined(k int) (n int, err error) {
	var levels [256]uint32
	top := uint32(c.leaf.def)
	for k > 0 {
		m := min(k, len(levels))
		if err := c.page.def.Read(levels[:m]); err != nil {
			return 0, err
		}
		for _, l := range levels[:m] {
			if l == top {
				n++
			}
		}
		k -= m
	}
	return n, nil
}
