package resource_division

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	commonconstants "github.com/kai-scheduler/KAI-scheduler/pkg/common/constants"
	"github.com/kai-scheduler/KAI-scheduler/pkg/scheduler/api/common_info"
	rs "github.com/kai-scheduler/KAI-scheduler/pkg/scheduler/plugins/proportion/resource_share"
)

var _ = Describe("setResourceShare - the remainder of a priority", func() {
	It("goes to queues of that priority before any lower one gets GPUs over quota", func() {
		queues := map[common_info.QueueID]*rs.QueueAttributes{}
		for uid, priority := range map[common_info.QueueID]int{"1": 1, "2": 1, "3": 0} {
			queues[uid] = &rs.QueueAttributes{
				UID:      uid,
				Name:     "queue-" + string(uid),
				Priority: priority,
				QueueResourceShare: rs.QueueResourceShare{
					GPU: rs.ResourceShare{
						OverQuotaWeight: 1,
						MaxAllowed:      commonconstants.UnlimitedResourceQuantity,
						Request:         1,
					},
					CPU:    rs.EmptyResource(),
					Memory: rs.EmptyResource(),
				},
			}
		}

		setResourceShare(1, 0, rs.GpuResource, queues)

		Expect(queues["1"].GPU.FairShare + queues["2"].GPU.FairShare).To(Equal(float64(1)))
		Expect(queues["3"].GPU.FairShare).To(Equal(float64(0)))
	})
})
