// Package planner has of KubeAdmiral's package planner what the tests of docs/findings name.
package planner

type ClusterPreferences struct {
	Weight int64
}

type ReplicaSchedulingPreference struct {
	Clusters map[string]ClusterPreferences
}

func Plan(rsp *ReplicaSchedulingPreference, totalReplicas int64, availableClusters []string,
	currentReplicaCount, estimatedCapacity, limitedCapacity map[string]int64, replicaSetKey string,
	avoidDisruption, keepUnschedulableReplicas bool) (map[string]int64, map[string]int64, error) {
	panic("a stub")
}
