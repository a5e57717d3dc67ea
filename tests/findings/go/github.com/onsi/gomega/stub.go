// Package gomega has of github.com/onsi/gomega what the tests of docs/findings name.
package gomega

type Matcher interface{}

type Assertion interface {
	To(matcher Matcher, optionalDescription ...interface{}) bool
}

func Expect(actual interface{}, extra ...interface{}) Assertion { panic("a stub") }

func Equal(expected interface{}) Matcher { panic("a stub") }

func BeNumerically(comparator string, compareTo ...interface{}) Matcher { panic("a stub") }
