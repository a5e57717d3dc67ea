// Package v1 has of k8s.io/api/core/v1 what the tests of docs/findings name.
package v1

type ResourceName string

type ResourceList map[ResourceName]int64

type PodPhase string

const PodPending PodPhase = "Pending"

type Pod struct{}

type Node struct{}
