package session

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/scan"
)

// wantsChanges tells whether the options of a reader ask for the change data feed.
func wantsChanges(options map[string]string) bool {
	return isTrue(options, "readChangeFeed") || isTrue(options, "readChangeData")
}

// changes opens the change data feed of a Delta table between the versions or times that the options name.
func (s *Session) changes(ctx context.Context, t *log.Table, name string, options map[string]string) (logical.Table, error) {
	snap, err := t.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	from, ok, err := s.changeBound(ctx, t, options, "starting")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, sparkerr.New("DELTA_NO_START_FOR_CDC_READ")
	}
	to, ok, err := s.changeBound(ctx, t, options, "ending")
	if err != nil {
		return nil, err
	}
	if from > snap.Version {
		return nil, sparkerr.New("DELTA_CDC_START_VERSION_AFTER_LATEST", "start", fmt.Sprint(from), "latest", fmt.Sprint(snap.Version))
	}
	if ok && to < from {
		return nil, sparkerr.New("DELTA_INVALID_CDC_RANGE", "start", fmt.Sprint(from), "end", fmt.Sprint(to))
	}
	if !ok || to > snap.Version {
		to = snap.Version
	}
	if snap.Metadata.ColumnMappingMode() != "none" {
		if snap, err = t.SnapshotAt(ctx, to); err != nil {
			return nil, err
		}
	}
	d, err := scan.NewDelta(snap, scan.DeltaOptions{Name: name})
	if err != nil {
		return nil, err
	}
	return scan.NewChanges(ctx, d, from, to)
}

// changeBound reads startingVersion or startingTimestamp, and the same for the end.
func (s *Session) changeBound(ctx context.Context, t *log.Table, options map[string]string, side string) (version int64, ok bool, err error) {
	if v, given := option(options, side+"Version"); given {
		if strings.EqualFold(v, "latest") {
			snap, err := t.Snapshot(ctx)
			if err != nil {
				return 0, false, err
			}
			return snap.Version, true, nil
		}
		n, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64)
		if err != nil {
			return 0, false, sparkerr.New("DELTA_TIME_TRAVEL_INVALID_VERSION", "version", v)
		}
		return n, true, nil
	}
	text, given := option(options, side+"Timestamp")
	if !given {
		return 0, false, nil
	}
	micros, err := s.timestamp(text)
	if err != nil {
		return 0, false, err
	}
	at := time.UnixMicro(micros)
	if side == "ending" {
		version, err = t.VersionAt(ctx, at, log.UpToLatest)
		return version, err == nil, err
	}
	version, ok, err = t.FirstVersionSince(ctx, at)
	if err == nil && !ok {
		_, err = t.VersionAt(ctx, at, log.Strict) // says that the time is after the last version
	}
	return version, ok, err
}
