// Command gen compiles the .proto files beside it to Go, without protoc: protocompile reads them and the generator of
// google.golang.org/protobuf writes them. Run it by go generate ./proto.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

// prefix stands before the file names in the descriptors. Two files of one name cannot live in a process, and types.proto is
// a name that others use.
const prefix = "flintlake/"

func main() {
	if err := run(".", "."); err != nil {
		log.Fatal(err)
	}
}

// run compiles every .proto file of dir and writes name.pb.go into out.
func run(dir, out string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*.proto"))
	if err != nil {
		return err
	}
	for i, n := range names {
		names[i] = prefix + filepath.Base(n)
	}
	sort.Strings(names)
	compiler := protocompile.Compiler{
		Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{Accessor: func(path string) (io.ReadCloser, error) {
			name, ours := strings.CutPrefix(path, prefix)
			if !ours {
				return nil, os.ErrNotExist
			}
			return os.Open(filepath.Join(dir, name))
		}}),
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	files, err := compiler.Compile(context.Background(), names...)
	if err != nil {
		return err
	}
	request := &pluginpb.CodeGeneratorRequest{FileToGenerate: names, Parameter: proto.String("paths=source_relative")}
	seen := map[string]bool{}
	for _, f := range files {
		addWithImports(f, seen, &request.ProtoFile)
	}
	plugin, err := protogen.Options{}.New(request)
	if err != nil {
		return err
	}
	for _, f := range plugin.Files {
		if f.Generate {
			internal_gengo.GenerateFile(plugin, f)
		}
	}
	for _, f := range plugin.Response().File {
		if err := os.WriteFile(filepath.Join(out, filepath.Base(f.GetName())), []byte(f.GetContent()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// addWithImports lists f behind the files it imports, as the generator wants them.
func addWithImports(f protoreflect.FileDescriptor, seen map[string]bool, out *[]*descriptorpb.FileDescriptorProto) {
	if seen[f.Path()] {
		return
	}
	seen[f.Path()] = true
	for i := range f.Imports().Len() {
		addWithImports(f.Imports().Get(i).FileDescriptor, seen, out)
	}
	*out = append(*out, protoutil.ProtoFromFileDescriptor(f))
}
