// Package assert has of github.com/stretchr/testify/assert what the tests of docs/findings name.
package assert

type TestingT interface {
	Errorf(format string, args ...interface{})
}

func Equal(t TestingT, expected, actual interface{}, messageAndArgs ...interface{}) bool {
	panic("a stub")
}

func NotPanics(t TestingT, f func(), messageAndArgs ...interface{}) bool { panic("a stub") }

func InDelta(t TestingT, expected, actual interface{}, delta float64, messageAndArgs ...interface{}) bool {
	panic("a stub")
}

func LessOrEqual(t TestingT, first, second interface{}, messageAndArgs ...interface{}) bool {
	panic("a stub")
}

func NoError(t TestingT, err error, messageAndArgs ...interface{}) bool { panic("a stub") }
