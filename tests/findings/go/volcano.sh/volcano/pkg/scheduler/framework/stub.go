// Package framework has of Volcano's package framework what the tests of docs/findings name.
package framework

type Arguments map[string]interface{}

type Session struct{}

type Plugin interface{ OnSessionOpen(ssn *Session) }

type PluginBuilder = func(Arguments) Plugin
