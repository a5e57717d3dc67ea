package core

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestQuotaTree_Redistribution_ThreeWithoutMax verifies that quotas whose shared weight is a max that
// means "no limit" get together no more than there is.
func TestQuotaTree_Redistribution_ThreeWithoutMax(t *testing.T) {
	tree := NewQuotaTree()
	// name, sharedWeight, request, min, guarantee, allowLentResource
	for _, name := range []string{"quota-1", "quota-2", "quota-3"} {
		tree.insert(name, math.MaxInt64, 1, 0, 0, true)
	}

	tree.redistribution(1)

	sum := int64(0)
	for _, node := range tree.quotaNodes {
		sum += node.runtimeQuota
	}
	assert.Equal(t, int64(1), sum)
}
