package cast

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

func (k *caster) temporalFromText() (fn.Kernel, error) {
	return nil, unsupportedText(k.to)
}

func appendTemporal(t types.DataType, _ *datetime.Zone) (Appender, error) {
	return nil, unsupportedText(t)
}

func timestampLiteral(micros int64, zone *datetime.Zone) string { return "" }
