package resource_division

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	commonconstants "github.com/kai-scheduler/KAI-scheduler/pkg/common/constants"
	"github.com/kai-scheduler/KAI-scheduler/pkg/scheduler/api/common_info"
	rs "github.com/kai-scheduler/KAI-scheduler/pkg/scheduler/plugins/proportion/resource_share"
)

var _ = Describe("setResourceShare - the remainder", func() {
	It("gives no queue more GPUs than it requests", func() {
		queues := map[common_info.QueueID]*rs.QueueAttributes{}
		for uid, request := range map[common_info.QueueID]float64{"1": 0.9, "2": 1} {
			queues[uid] = &rs.QueueAttributes{
				UID:  uid,
				Name: "queue-" + string(uid),
				QueueResourceShare: rs.QueueResourceShare{
					GPU: rs.ResourceShare{
						OverQuotaWeight: 1,
						MaxAllowed:      commonconstants.UnlimitedResourceQuantity,
						Request:         request,
					},
					CPU:    rs.EmptyResource(),
					Memory: rs.EmptyResource(),
				},
			}
		}

		setResourceShare(1, 0, rs.GpuResource, queues)

		Expect(queues["1"].GPU.FairShare).To(BeNumerically("<=", 0.9))
		Expect(queues["2"].GPU.FairShare).To(BeNumerically("<=", 1))
	})
})
