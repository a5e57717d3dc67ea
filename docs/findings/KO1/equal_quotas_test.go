package core

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestQuotaTree_Redistribution_EqualQuotas verifies that two quotas that are alike in everything get
// the same runtime where there is enough for both, whatever a third one returns to the pool.
func TestQuotaTree_Redistribution_EqualQuotas(t *testing.T) {
	tree := NewQuotaTree()
	// name, sharedWeight, request, min, guarantee, allowLentResource
	tree.insert("quota-1", 1, 3, 0, 0, true)
	tree.insert("quota-2", 1, 3, 0, 0, true)
	tree.insert("quota-3", 3, 1, 0, 0, true)

	tree.redistribution(3)

	assert.Equal(t, int64(1), tree.quotaNodes["quota-1"].runtimeQuota)
	assert.Equal(t, int64(1), tree.quotaNodes["quota-2"].runtimeQuota)
	assert.Equal(t, int64(1), tree.quotaNodes["quota-3"].runtimeQuota)
}
