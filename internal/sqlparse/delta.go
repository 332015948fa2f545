package sqlparse

import (
	"github.com/flintlake/flintlake/internal/plan"
)

// deltaTarget reads a table name or a path in quotes.
func (p *parser) deltaTarget() plan.Table {
	from := p.i
	p.acceptTableWord()
	return plan.Table{Name: p.tableOrPath(), Origin: p.origin(from)}
}

func (p *parser) acceptTableWord() {
	if p.is("TABLE") && (isName(p.ahead(1)) || p.ahead(1).kind == kindString) {
		p.i++
	}
}

// optimize reads OPTIMIZE t [FULL] [WHERE predicate] [ZORDER BY (a, b)].
func (p *parser) optimize() plan.Command {
	p.delta = p.i == 0
	p.expect("OPTIMIZE")
	o := &plan.Optimize{Target: p.deltaTarget()}
	o.Full = p.accept("FULL")
	if p.accept("WHERE") {
		o.Where = p.expression()
	}
	if p.accept("ZORDER", "BY") {
		if p.is("(") {
			o.ZOrder = parens(p, p.multipartName)
		} else {
			o.ZOrder = list(p, p.multipartName)
		}
	}
	return o
}

// vacuum reads VACUUM t [FULL|LITE] [USING INVENTORY …] [RETAIN n HOURS] [DRY RUN], the last parts in any order.
func (p *parser) vacuum() plan.Command {
	p.delta = p.i == 0
	p.expect("VACUUM")
	v := &plan.Vacuum{Target: p.deltaTarget()}
	for {
		switch {
		case p.is("FULL", "LITE"):
			v.Kind = p.advance().upper
		case p.accept("RETAIN"):
			if !isNumber(p.tok()) && !p.is("?", ":", "-") {
				p.unexpected()
			}
			v.RetainHours = p.unary()
			p.expect("HOURS")
		case p.accept("DRY", "RUN"):
			v.DryRun = true
		case p.accept("USING", "INVENTORY"):
			if p.is("(") {
				p.i++
				v.Inventory = p.query()
				p.close()
			} else {
				from := p.i
				v.Inventory = &plan.NamedTable{Name: p.multipartName(), Node: p.node(from)}
			}
		default:
			return v
		}
	}
}

// restore reads RESTORE [TABLE] t TO [VERSION|TIMESTAMP] AS OF x.
func (p *parser) restore() plan.Command {
	p.delta = p.i == 0
	p.expect("RESTORE")
	r := &plan.Restore{Target: p.deltaTarget()}
	p.accept("TO")
	t := p.timeTravel()
	if t == nil {
		p.unexpected()
	}
	r.To = *t
	return r
}

// convert reads CONVERT TO DELTA t [NO STATISTICS] [PARTITIONED BY (a type, …)].
func (p *parser) convert() plan.Command {
	p.delta = p.i == 0
	p.expect("CONVERT", "TO", "DELTA")
	c := &plan.ConvertToDelta{Target: p.deltaTarget()}
	c.NoStatistics = p.accept("NO", "STATISTICS")
	if p.accept("PARTITIONED", "BY") {
		c.PartitionBy = parens(p, func() plan.ColumnDef { d, _ := p.column(); return d })
	}
	return c
}

// reorg reads REORG TABLE t [WHERE p] APPLY (PURGE | UPGRADE UNIFORM (…)).
func (p *parser) reorg() plan.Command {
	p.delta = p.i == 0
	p.expect("REORG")
	r := &plan.Reorg{Target: p.deltaTarget()}
	if p.accept("WHERE") {
		r.Where = p.expression()
	}
	p.expect("APPLY", "(")
	switch {
	case p.accept("PURGE"):
		r.Action = "PURGE"
	case p.isSeq("UPGRADE", "UNIFORM"):
		p.unsupported("REORG … UPGRADE UNIFORM")
	default:
		p.unexpected()
	}
	p.close()
	return r
}

// generate reads GENERATE mode FOR TABLE t.
func (p *parser) generate() plan.Command {
	p.delta = p.i == 0
	p.expect("GENERATE")
	g := &plan.GenerateManifest{Mode: p.name()}
	p.expect("FOR")
	g.Target = p.deltaTarget()
	return g
}
