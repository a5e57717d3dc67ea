package context

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/armadaproject/armada/internal/scheduler/configuration"
	"github.com/armadaproject/armada/internal/scheduler/internaltypes"
	"github.com/armadaproject/armada/internal/scheduler/scheduling/fairness"
)

// An uncapped adjusted fair share is what the queue would get if it had infinite demand, and so at
// most the whole pool.
func TestUncappedAdjustedFairShareIsWithinThePool(t *testing.T) {
	total := cpu(100)
	fairnessCostProvider, err := fairness.NewDominantResourceFairness(total, "pool",
		configuration.SchedulingConfig{DominantResourceFairnessResourcesToConsider: []string{"cpu"}})
	require.NoError(t, err)
	sctx := NewSchedulingContext("pool", fairnessCostProvider, nil, nil, total)
	for _, queue := range []struct {
		name   string
		weight float64
		demand internaltypes.ResourceList
	}{
		{"queueA", 8, cpu(0)},
		{"queueB", 2, cpu(25)},
		{"queueC", 1, cpu(100)},
	} {
		require.NoError(t, sctx.AddQueueSchedulingContext(queue.name, queue.weight, queue.weight,
			map[string]internaltypes.ResourceList{}, queue.demand, queue.demand, internaltypes.ResourceList{}, nil))
	}

	sctx.UpdateFairShares()

	// With infinite demand: 8/11 by weight. A demands nothing, so B would get 2/3. B takes 1/4, C the rest.
	assert.InDelta(t, 8.0/11, sctx.QueueSchedulingContexts["queueA"].UncappedAdjustedFairShare, 1e-9)
	assert.InDelta(t, 2.0/3, sctx.QueueSchedulingContexts["queueB"].UncappedAdjustedFairShare, 1e-9)
	assert.InDelta(t, 3.0/4, sctx.QueueSchedulingContexts["queueC"].UncappedAdjustedFairShare, 1e-9)
}
