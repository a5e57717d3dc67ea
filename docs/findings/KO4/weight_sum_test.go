package core

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestQuotaTree_Redistribution_WeightSumBelowOneOfThem verifies that shared weights whose sum exceeds
// an int64 do not make the scheduler panic.
func TestQuotaTree_Redistribution_WeightSumBelowOneOfThem(t *testing.T) {
	tree := NewQuotaTree()
	// name, sharedWeight, request, min, guarantee, allowLentResource
	tree.insert("quota-1", 7, 3, 0, 0, true)
	tree.insert("quota-2", math.MaxInt64-2, 3, 0, 0, true)
	tree.insert("quota-3", math.MaxInt64-2, 3, 0, 0, true)

	assert.NotPanics(t, func() { tree.redistribution(3) })

	sum := int64(0)
	for _, node := range tree.quotaNodes {
		sum += node.runtimeQuota
	}
	assert.Equal(t, int64(3), sum)
}
