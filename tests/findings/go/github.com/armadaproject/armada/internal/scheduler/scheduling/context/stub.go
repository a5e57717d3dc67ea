// Package context has of Armada's package context what the tests of docs/findings name.
package context

import (
	"github.com/armadaproject/armada/internal/scheduler/internaltypes"
	"github.com/armadaproject/armada/internal/scheduler/scheduling/fairness"
)

type QueueSchedulingContext struct {
	DemandCappedAdjustedFairShare, UncappedAdjustedFairShare float64
}

type SchedulingContext struct {
	QueueSchedulingContexts map[string]*QueueSchedulingContext
}

func NewSchedulingContext(pool string, fairnessCostProvider *fairness.DominantResourceFairness,
	limiter, preemptionLimiter *int, totalResources internaltypes.ResourceList) *SchedulingContext {
	panic("a stub")
}

func (sctx *SchedulingContext) AddQueueSchedulingContext(queue string, weight, rawWeight float64,
	allocated map[string]internaltypes.ResourceList, demand, constrainedDemand, shortJobPenalty internaltypes.ResourceList,
	limiter *int) error {
	panic("a stub")
}

func (sctx *SchedulingContext) UpdateFairShares() { panic("a stub") }

// Upstream's is in scheduling_test.go.
func cpu(n int) internaltypes.ResourceList { panic("a stub") }
