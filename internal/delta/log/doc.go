// Package log is the Delta transaction log: it replays commits and checkpoints into snapshots, and adds versions by
// optimistic transactions (Delta protocol, reader version 1 to 3, writer version 1 to 7).
//
//	_delta_log/                 listing            replay                    Begin            Commit
//	  N.checkpoint.parquet ──► segment ──► Snapshot (protocol, metadata, ──► Transaction ──► put-if-absent N+1.json
//	  N+1.json …                           files lazily)                        ▲                │ lost race
//	  _last_checkpoint (a hint)                                                 └── conflict checks against the winners
//
// Where to start: table.go (opening, refreshing, time travel), snapshot.go, transaction.go; action.go has the protocol's words.
//
// Invariants:
//
//  1. A Snapshot is immutable and shared; files and tombstones are read from the checkpoint at their first use.
//  2. The log is the only truth. _last_checkpoint, checkpoints, compacted files and the folder listing are hints that are
//     checked: a broken hint costs time, never a wrong table.
//  3. A version is added by put-if-absent and nothing else; a lost race and a lost reply are values, and a transaction knows
//     its own commit by commitInfo.txnId.
//  4. Paths in actions stay as the log has them (URI-encoded); they are decoded once, when a file is opened.
//  5. Conflicts are found by partition conditions and files, as Delta finds them; where an operation declares its rows independent, deletion
//     vectors of different rows are united instead (rebase.go).
//  6. What a reader or writer feature demands and is not there is refused by name before anything is read or written.
//
// The package sees expressions (for data skipping) but no plans and no execution; it does not read data files, check rows or decide what an
// operation writes: that is delta/ops. Deletion vectors are in delta/dv.
package log
