// Package v1beta1 has of Volcano's package v1beta1 what the tests of docs/findings name.
package v1beta1

import v1 "k8s.io/api/core/v1"

type PodGroupPhase string

const PodGroupPending PodGroupPhase = "Pending"

type PodGroup struct{}

type Guarantee struct{ Resource v1.ResourceList }

type QueueSpec struct{ Guarantee Guarantee }

type Queue struct{ Spec QueueSpec }
