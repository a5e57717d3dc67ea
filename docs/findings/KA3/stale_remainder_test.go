package resource_division

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	commonconstants "github.com/kai-scheduler/KAI-scheduler/pkg/common/constants"
	"github.com/kai-scheduler/KAI-scheduler/pkg/scheduler/api/common_info"
	rs "github.com/kai-scheduler/KAI-scheduler/pkg/scheduler/plugins/proportion/resource_share"
)

var _ = Describe("setResourceShare - the remainder after several rounds", func() {
	It("goes to the queue that was cut in the last round", func() {
		weights := map[common_info.QueueID]float64{"1": 3, "2": 4, "3": 1}
		requests := map[common_info.QueueID]float64{"1": 2, "2": 9, "3": 8}
		queues := map[common_info.QueueID]*rs.QueueAttributes{}
		for uid, weight := range weights {
			queues[uid] = &rs.QueueAttributes{
				UID:  uid,
				Name: "queue-" + string(uid),
				QueueResourceShare: rs.QueueResourceShare{
					GPU: rs.ResourceShare{
						OverQuotaWeight: weight,
						MaxAllowed:      commonconstants.UnlimitedResourceQuantity,
						Request:         requests[uid],
					},
					CPU:    rs.EmptyResource(),
					Memory: rs.EmptyResource(),
				},
			}
		}

		setResourceShare(7.5, 0, rs.GpuResource, queues)

		Expect(queues["1"].GPU.FairShare).To(Equal(float64(2)))
		// By weight 4.4 and 1.1 of the 5.5 that the first queue leaves: each within one GPU of that.
		Expect(queues["2"].GPU.FairShare).To(BeNumerically("~", 4.4, 1))
		Expect(queues["3"].GPU.FairShare).To(BeNumerically("~", 1.1, 1))
	})
})
