// Package api has of Volcano's package api what the tests of docs/findings name.
package api

import v1 "k8s.io/api/core/v1"

type QueueID string

type ScalarResource struct{ Name, Value string }

type Resource struct {
	MilliCPU        float64
	ScalarResources map[v1.ResourceName]float64
}

func BuildResourceList(cpu string, memory string, scalarResources ...ScalarResource) v1.ResourceList {
	panic("a stub")
}
