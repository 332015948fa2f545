package log

import (
	"fmt"
	"strconv"
	"strings"
)

// Names below the table folder.
const (
	logDir            = "_delta_log"
	lastCheckpointKey = "_last_checkpoint"
	sidecarDir        = "_sidecars"
	stagedDir         = "_staged_commits"
)

func commitName(version int64) string     { return fmt.Sprintf("%020d.json", version) }
func checkpointName(version int64) string { return fmt.Sprintf("%020d.checkpoint.parquet", version) }

type fileKind uint8

const (
	otherFile     fileKind = iota
	commitFile             // N.json
	compactedFile          // A.B.compacted.json
	classicFile            // N.checkpoint.parquet
	multipartFile          // N.checkpoint.PART.PARTS.parquet
	v2File                 // N.checkpoint.UUID.(json|parquet)
	checksumFile           // N.crc
)

// logName is a parsed file name of the log.
type logName struct {
	kind        fileKind
	version     int64
	end         int64 // of a compacted file
	part, parts int   // of a multi-part checkpoint, counted from 1
	json        bool  // of a v2 checkpoint
}

// parseName reads a name in _delta_log. Names that are not the protocol's are otherFile: hidden and temporary files, other engines' files.
func parseName(name string) (n logName) {
	parts := strings.Split(name, ".")
	if len(parts) < 2 || !isVersion(parts[0]) {
		return n
	}
	n.version, _ = strconv.ParseInt(parts[0], 10, 64)
	last := parts[len(parts)-1]
	switch {
	case len(parts) == 2 && last == "json":
		n.kind = commitFile
	case len(parts) == 2 && last == "crc":
		n.kind = checksumFile
	case len(parts) == 4 && parts[2] == "compacted" && last == "json" && isVersion(parts[1]):
		n.kind = compactedFile
		n.end, _ = strconv.ParseInt(parts[1], 10, 64)
	case parts[1] != "checkpoint":
	case len(parts) == 3 && last == "parquet":
		n.kind = classicFile
	case len(parts) == 4 && (last == "parquet" || last == "json"):
		n.kind, n.json = v2File, last == "json"
	case len(parts) == 5 && last == "parquet":
		part, err1 := strconv.Atoi(parts[2])
		of, err2 := strconv.Atoi(parts[3])
		if err1 == nil && err2 == nil && part >= 1 && part <= of {
			n.kind, n.part, n.parts = multipartFile, part, of
		}
	}
	return n
}

func isVersion(s string) bool {
	if len(s) != 20 {
		return false
	}
	_, err := strconv.ParseInt(s, 10, 64)
	return err == nil && s[0] != '-' && s[0] != '+'
}
