// Package constants has of KAI's package constants what the tests of docs/findings name.
package constants

const UnlimitedResourceQuantity = float64(-1)
