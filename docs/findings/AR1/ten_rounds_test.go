package context

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/armadaproject/armada/internal/scheduler/configuration"
	"github.com/armadaproject/armada/internal/scheduler/internaltypes"
	"github.com/armadaproject/armada/internal/scheduler/scheduling/fairness"
)

// Ten queues that want one CPU of 64, each 100 times heavier than the next, leave 54 to a queue
// that wants them all.
func TestFairShareAfterTenSatisfiedQueues(t *testing.T) {
	total := cpu(64)
	fairnessCostProvider, err := fairness.NewDominantResourceFairness(total, "pool",
		configuration.SchedulingConfig{DominantResourceFairnessResourcesToConsider: []string{"cpu"}})
	require.NoError(t, err)
	sctx := NewSchedulingContext("pool", fairnessCostProvider, nil, nil, total)
	for i := 0; i <= 10; i++ {
		demand := cpu(1)
		if i == 10 {
			demand = cpu(64)
		}
		require.NoError(t, sctx.AddQueueSchedulingContext(fmt.Sprintf("queue%02d", i), math.Pow(100, float64(10-i)),
			math.Pow(100, float64(10-i)), map[string]internaltypes.ResourceList{}, demand, demand,
			internaltypes.ResourceList{}, nil))
	}

	sctx.UpdateFairShares()

	assert.InDelta(t, 54.0/64, sctx.QueueSchedulingContexts["queue10"].DemandCappedAdjustedFairShare, 0.01)
}
