package objstore

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestS3Server runs the contract against moto, a server that we did not write. FLINTLAKE_MOTO_SERVER names its program; else it
// is looked up on the PATH (pip install 'moto[s3,server]').
func TestS3Server(t *testing.T) {
	s := startMoto(t)
	contract(t, s, "/a b/ü+%/t")
	ctx := context.Background()
	for i := range 1500 { // two pages
		if err := s.Put(ctx, fmt.Sprintf("/many/%05d.json", i), nil); err != nil {
			t.Fatal(err)
		}
		if testing.Short() && i == 20 {
			break
		}
	}
	n := 0
	for i, err := range s.List(ctx, "/many", "00009.json") {
		if err != nil || i.Name() != fmt.Sprintf("%05d.json", n+10) {
			t.Fatalf("%d: %v %v", n, i, err)
		}
		n++
	}
	if !testing.Short() && n != 1490 {
		t.Errorf("%d names", n)
	}
	data := randomBytes(2*s3PartBytes + 7)
	upload(t, s, data)
	r, err := s.Open(ctx, "/t/f", -1)
	if err != nil || r.Size() != int64(len(data)) {
		t.Fatal(r, err)
	}
	w, err := s.Create(ctx, "/t/g")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write([]byte("head"))
	if err := w.CopyFrom(r, 1, int64(len(data))-1); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Get(ctx, "/t/g"); err != nil || !bytes.Equal(got, append([]byte("head"), data[1:]...)) {
		t.Error("wrong copy", err)
	}
}

func startMoto(t *testing.T) *S3 {
	program := first(os.Getenv("FLINTLAKE_MOTO_SERVER"), "moto_server")
	program, err := exec.LookPath(program)
	if err != nil {
		t.Skip("moto_server is not installed")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_, port, _ := net.SplitHostPort(address)
	l.Close()
	server := exec.Command(program, "-H", "127.0.0.1", "-p", port)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	s := newS3(s3Config{scheme: "s3", bucket: "lake", credentials: s3Credentials{"test", "test", ""}, region: "us-east-1",
		endpoint: "http://" + address, pathStyle: true})
	t.Cleanup(s.client.CloseIdleConnections)
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if _, _, err = s.do(context.Background(), s3Call{op: "create", method: http.MethodPut, key: "/"}); err == nil {
			return s
		}
	}
	t.Fatal("the server does not answer: ", err)
	return nil
}
