// Package conf has of Volcano's package conf what the tests of docs/findings name.
package conf

type Tier struct{}

type Configuration struct{}
