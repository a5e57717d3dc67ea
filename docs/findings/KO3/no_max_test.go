package core

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestQuotaTree_Redistribution_TwoWithoutMax verifies that quotas whose shared weight is a max that
// means "no limit" share what there is.
func TestQuotaTree_Redistribution_TwoWithoutMax(t *testing.T) {
	tree := NewQuotaTree()
	// name, sharedWeight, request, min, guarantee, allowLentResource
	tree.insert("quota-1", math.MaxInt64, 100, 0, 0, true)
	tree.insert("quota-2", math.MaxInt64, 100, 0, 0, true)

	tree.redistribution(100)

	assert.Equal(t, int64(50), tree.quotaNodes["quota-1"].runtimeQuota)
	assert.Equal(t, int64(50), tree.quotaNodes["quota-2"].runtimeQuota)
}
