// Package resource_division has of KAI's package resource_division what the tests of docs/findings
// name.
package resource_division

import (
	"github.com/kai-scheduler/KAI-scheduler/pkg/scheduler/api/common_info"
	rs "github.com/kai-scheduler/KAI-scheduler/pkg/scheduler/plugins/proportion/resource_share"
)

func setResourceShare(totalAmount, kValue float64, resourceName rs.ResourceName,
	queues map[common_info.QueueID]*rs.QueueAttributes) float64 {
	panic("a stub")
}
