// Package metrics has of the API server's package metrics what the tests of docs/findings name.
package metrics

type RatioedGaugeVec interface{}

var PriorityLevelConcurrencyGaugeVec, PriorityLevelExecutionSeatsGaugeVec RatioedGaugeVec

func Register() { panic("a stub") }

func Reset() { panic("a stub") }

func GatherAndCompare(expected string, metricNames ...string) error { panic("a stub") }
