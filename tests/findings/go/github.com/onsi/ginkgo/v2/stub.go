// Package ginkgo has of github.com/onsi/ginkgo/v2 what the tests of docs/findings name.
package ginkgo

func Describe(text string, args ...interface{}) bool { panic("a stub") }

func It(text string, args ...interface{}) bool { panic("a stub") }
