package main

func loadGolden(folder string, o options) ([]testCase, error)    { return nil, nil }
