package log

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/flintlake/flintlake/internal/objstore"
)

// TestWriterProcess is not a test: other tests run it in processes of their own. It appends FLINTLAKE_COMMITS files and
// prints the version of each acknowledged commit.
func TestWriterProcess(t *testing.T) {
	root, name := os.Getenv("FLINTLAKE_ROOT"), os.Getenv("FLINTLAKE_WRITER")
	if root == "" {
		t.Skip("runs only as a process of another test")
	}
	n, _ := strconv.Atoi(os.Getenv("FLINTLAKE_COMMITS"))
	table := NewTable(nil, &objstore.Local{}, root, Options{})
	for i := range n {
		done, err := commit(context.Background(), table, fileIn("a", fmt.Sprintf("%s-%d", name, i)))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("acknowledged %d\n", done.Version)
	}
}

func writerProcess(root, name string, commits int) (*exec.Cmd, *strings.Builder) {
	out := &strings.Builder{}
	c := exec.Command(os.Args[0], "-test.run=^TestWriterProcess$")
	c.Env = append(os.Environ(), "FLINTLAKE_ROOT="+root, "FLINTLAKE_WRITER="+name, "FLINTLAKE_COMMITS="+strconv.Itoa(commits))
	c.Stdout, c.Stderr = out, out
	return c, out
}

func newLocal(t *testing.T) string {
	t.Helper()
	root := t.TempDir() + "/t"
	x := NewTable(nil, &objstore.Local{}, root, Options{}).Begin(nil)
	x.SetMetadata(newMetadata())
	if _, err := x.Commit(context.Background(), nil, Operation{Name: "CREATE TABLE"}); err != nil {
		t.Fatal(err)
	}
	return root
}

// large multiplies the work when FLINTLAKE_SOAK is set.
func large(small, soak int) int {
	if os.Getenv("FLINTLAKE_SOAK") != "" {
		return soak
	}
	return small
}

func TestWriterProcesses(t *testing.T) {
	writers, commits := large(3, 8), large(20, 200)
	root := newLocal(t)
	var running []*exec.Cmd
	for w := range writers {
		c, out := writerProcess(root, fmt.Sprintf("w%d", w), commits)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		running = append(running, c)
		t.Cleanup(func() {
			if t.Failed() {
				t.Log(out)
			}
		})
	}
	for _, c := range running {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	s, err := NewTable(nil, &objstore.Local{}, root, Options{}).Snapshot(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if z, _ := s.Sizes(context.Background()); s.Version != int64(writers*commits) || z.Files != int64(writers*commits) {
		t.Errorf("version %d, %d files", s.Version, z.Files)
	}
}

// TestKilledWriter kills a writer at random moments, during commits and checkpoints: the table stays readable and holds every acknowledged commit.
func TestKilledWriter(t *testing.T) {
	ctx := context.Background()
	root := newLocal(t)
	for round := range large(6, 300) {
		last := acknowledgedBeforeKill(t, root, round)
		s, err := NewTable(nil, &objstore.Local{}, root, Options{}).Snapshot(ctx)
		if err != nil {
			t.Fatal(err)
		}
		z, err := s.Sizes(ctx)
		if err != nil || s.Version < last || z.Files != s.Version {
			t.Fatalf("version %d after %d was acknowledged, %d files, %v", s.Version, last, z.Files, err)
		}
	}
}

// acknowledgedBeforeKill runs a writer, kills it some time after its first commit, and gives the last version that it acknowledged.
func acknowledgedBeforeKill(t *testing.T, root string, round int) (last int64) {
	c, _ := writerProcess(root, fmt.Sprintf("k%d", round), 1000)
	c.Stdout, c.Stderr = nil, nil
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	last = -1
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		text, ok := strings.CutPrefix(lines.Text(), "acknowledged ")
		if !ok {
			continue
		}
		if last < 0 {
			time.AfterFunc(time.Duration(rand.IntN(40_000))*time.Microsecond, func() { c.Process.Kill() })
		}
		if v, err := strconv.ParseInt(text, 10, 64); err == nil && v > last {
			last = v
		}
	}
	c.Wait()
	return last
}
