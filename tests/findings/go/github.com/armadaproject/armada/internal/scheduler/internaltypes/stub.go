// Package internaltypes has of Armada's package internaltypes what the tests of docs/findings name.
package internaltypes

type ResourceList struct{}
