package objstore

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"
)

const signatureAlgorithm = "AWS4-HMAC-SHA256"

// sign adds the headers of AWS Signature Version 4 to a request whose URL is already in canonical form (awsEscape, sorted
// query). Every header set so far is signed. The body is signed by its hash, so that a server refuses one that was damaged.
func sign(r *http.Request, body []byte, c s3Credentials, region string, now time.Time) {
	hash := sha256.Sum256(body)
	r.Header.Set("X-Amz-Content-Sha256", hex.EncodeToString(hash[:]))
	if c.anonymous() {
		return
	}
	stamp := now.UTC().Format("20060102T150405Z")
	r.Header.Set("X-Amz-Date", stamp)
	if c.sessionToken != "" {
		r.Header.Set("X-Amz-Security-Token", c.sessionToken)
	}
	scope := stamp[:8] + "/" + region + "/s3/aws4_request"
	names := signedHeaders(r)
	text := strings.Join([]string{signatureAlgorithm, stamp, scope, hashHex(canonicalRequest(r, names))}, "\n")
	r.Header.Set("Authorization", signatureAlgorithm+" Credential="+c.accessKey+"/"+scope+
		", SignedHeaders="+strings.Join(names, ";")+", Signature="+signature(c.secretKey, scope, text))
}

func signedHeaders(r *http.Request) []string {
	names := []string{"host"}
	for n := range r.Header {
		names = append(names, strings.ToLower(n))
	}
	slices.Sort(names)
	return names
}

func canonicalRequest(r *http.Request, names []string) string {
	var b strings.Builder
	b.WriteString(r.Method + "\n" + r.URL.EscapedPath() + "\n" + r.URL.RawQuery + "\n")
	for _, n := range names {
		value := r.Host
		if n != "host" {
			value = strings.TrimSpace(r.Header.Get(n))
		}
		b.WriteString(n + ":" + value + "\n")
	}
	b.WriteString("\n" + strings.Join(names, ";") + "\n" + r.Header.Get("X-Amz-Content-Sha256"))
	return b.String()
}

// signature derives the day's key step by step along the scope and signs the text with it.
func signature(secret, scope, text string) string {
	key := []byte("AWS4" + secret)
	for _, part := range append(strings.Split(scope, "/"), text) {
		m := hmac.New(sha256.New, key)
		m.Write([]byte(part))
		key = m.Sum(nil)
	}
	return hex.EncodeToString(key)
}

func hashHex(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}

// awsEscape percent-encodes every byte that is not unreserved in RFC 3986; slashes stay when the text is a path.
func awsEscape(s string, path bool) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~", c) >= 0, c == '/' && path:
			b.WriteByte(c)
		default:
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}

// awsQuery writes parameters in canonical form: escaped, sorted, each with an equals sign.
func awsQuery(parameters map[string]string) string {
	var parts []string
	for k, v := range parameters {
		parts = append(parts, awsEscape(k, false)+"="+awsEscape(v, false))
	}
	slices.Sort(parts)
	return strings.Join(parts, "&")
}
