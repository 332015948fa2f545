package objstore

import (
	"bufio"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// s3Credentials sign requests; without an access key requests are anonymous.
type s3Credentials struct{ accessKey, secretKey, sessionToken string }

func (c s3Credentials) anonymous() bool { return c.accessKey == "" }

// s3Config says where a bucket is and who asks.
type s3Config struct {
	scheme, bucket string
	credentials    s3Credentials
	region         string
	endpoint       string // with its scheme; "" is Amazon's of the region
	pathStyle      bool
}

var errNoCredentials = errors.New("no S3 credentials: set fs.s3a.access.key and fs.s3a.secret.key, AWS_ACCESS_KEY_ID and " +
	"AWS_SECRET_ACCESS_KEY, or a profile with keys; for public buckets set fs.s3a.aws.credentials.provider to AnonymousAWSCredentialsProvider")

// s3Sources are where the settings of a bucket are looked up.
type s3Sources struct {
	option   func(name string) string // a Hadoop option, "fs.s3a.endpoint"; "" when not set
	env      func(name string) string
	readFile func(name string) ([]byte, error)
}

func newS3Sources(option func(string) string) s3Sources {
	if option == nil {
		option = func(string) string { return "" }
	}
	return s3Sources{option, os.Getenv, os.ReadFile}
}

// config puts the settings of a bucket together. Options win over the environment, that over the profile files; options of
// one bucket ("fs.s3a.bucket.NAME.endpoint") win over those of all, as in Hadoop's S3A.
func (s s3Sources) config(scheme, bucket string) (s3Config, error) {
	c := s3Config{scheme: scheme, bucket: bucket}
	if bucket == "" {
		return c, errors.New("the path names no bucket")
	}
	option := func(name string) string {
		return first(s.option("fs.s3a.bucket."+bucket+"."+name), s.option("fs.s3a."+name))
	}
	profile, err := s.profile()
	if err != nil {
		return c, err
	}
	c.endpoint = first(option("endpoint"), s.env("AWS_ENDPOINT_URL_S3"), s.env("AWS_ENDPOINT_URL"), profile["endpoint_url"])
	if c.endpoint != "" && !strings.Contains(c.endpoint, "://") {
		if option("connection.ssl.enabled") == "false" {
			c.endpoint = "http://" + c.endpoint
		} else {
			c.endpoint = "https://" + c.endpoint
		}
	}
	c.endpoint = strings.TrimSuffix(c.endpoint, "/")
	c.region = first(option("endpoint.region"), s.env("AWS_REGION"), s.env("AWS_DEFAULT_REGION"), profile["region"],
		regionOf(c.endpoint), "us-east-1")
	c.pathStyle = option("path.style.access") == "true" || strings.Contains(bucket, ".") // a dot breaks the certificate's wildcard
	if strings.HasSuffix(option("aws.credentials.provider"), "AnonymousAWSCredentialsProvider") {
		return c, nil
	}
	for _, from := range []s3Credentials{
		{option("access.key"), option("secret.key"), option("session.token")},
		{s.env("AWS_ACCESS_KEY_ID"), s.env("AWS_SECRET_ACCESS_KEY"), s.env("AWS_SESSION_TOKEN")},
		{profile["aws_access_key_id"], profile["aws_secret_access_key"], profile["aws_session_token"]},
	} {
		if from.accessKey != "" && from.secretKey != "" {
			c.credentials = from
			return c, nil
		}
	}
	return c, errNoCredentials
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// regionOf reads the region out of Amazon's own endpoints: https://s3.eu-west-1.amazonaws.com.
func regionOf(endpoint string) string {
	_, rest, ok := strings.Cut(endpoint, "://s3.")
	region, tail, dotted := strings.Cut(rest, ".")
	if ok && dotted && strings.HasPrefix(tail, "amazonaws.com") {
		return region
	}
	return ""
}

// profile reads the AWS profile in force: ~/.aws/config, then ~/.aws/credentials over it. Files that are not there are empty.
func (s s3Sources) profile() (map[string]string, error) {
	name := first(s.env("AWS_PROFILE"), "default")
	home := s.env("HOME")
	values := map[string]string{}
	for _, f := range []struct{ path, section string }{
		{first(s.env("AWS_CONFIG_FILE"), filepath.Join(home, ".aws", "config")), "profile " + name},
		{first(s.env("AWS_SHARED_CREDENTIALS_FILE"), filepath.Join(home, ".aws", "credentials")), name},
	} {
		b, err := s.readFile(f.path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, wrap("read", f.path, err)
		}
		readSection(b, values, f.section, name == "default")
	}
	return values, nil
}

// readSection takes the values of one section of an ini file. The default profile may stand under "default" in either file.
func readSection(b []byte, into map[string]string, section string, isDefault bool) {
	inside := false
	for lines := bufio.NewScanner(bytes.NewReader(b)); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "[") {
			found := strings.TrimSpace(strings.Trim(line, "[]"))
			inside = found == section || isDefault && found == "default"
			continue
		}
		k, v, ok := strings.Cut(line, "=")
		if inside && ok && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, ";") {
			into[strings.TrimSpace(k)] = strings.TrimSpace(v)
		}
	}
}
