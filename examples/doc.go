// The command examples is the upsert of the articles in Go:
//
//	go run ./examples FOLDER
//
// Beside it stand the same job in Python (upsert_flintlake.py), as a PySpark program that runs unmodified (upsert_pyspark.py), and as SQL for the
// command line (upsert.sql). expected.json holds what all of them must end with; upsert_test.go checks this form and test_examples.py the others.
package main
