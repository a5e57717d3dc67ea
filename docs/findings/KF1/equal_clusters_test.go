package planner

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPlan_EqualClusters verifies that every cluster gets a replica where clusters are alike and
// there are more replicas than clusters.
func TestPlan_EqualClusters(t *testing.T) {
	plan, _, err := Plan(
		&ReplicaSchedulingPreference{Clusters: map[string]ClusterPreferences{"*": {Weight: 1}}},
		10,
		[]string{"a", "b", "c", "d", "e", "f", "g", "h", "i"},
		nil, nil, nil, "",
		false, true,
	)

	assert.NoError(t, err)
	for _, cluster := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		assert.LessOrEqual(t, int64(1), plan[cluster], cluster)
	}
}
