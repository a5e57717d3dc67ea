// Package require has of github.com/stretchr/testify/require what the tests of docs/findings name.
package require

type TestingT interface {
	Errorf(format string, args ...interface{})
	FailNow()
}

func NoError(t TestingT, err error, messageAndArgs ...interface{}) { panic("a stub") }
