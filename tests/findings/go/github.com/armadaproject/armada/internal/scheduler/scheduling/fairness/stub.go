// Package fairness has of Armada's package fairness what the tests of docs/findings name.
package fairness

import (
	"github.com/armadaproject/armada/internal/scheduler/configuration"
	"github.com/armadaproject/armada/internal/scheduler/internaltypes"
)

type DominantResourceFairness struct{}

func NewDominantResourceFairness(totalResources internaltypes.ResourceList, pool string,
	config configuration.SchedulingConfig) (*DominantResourceFairness, error) {
	panic("a stub")
}
