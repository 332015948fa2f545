// Package digest declares checksums and hash functions: MD5, SHA, CRC-32, and Spark's Murmur3 and xxHash64 over values of any type.
package digest
