package proportion

import (
	"testing"

	apiv1 "k8s.io/api/core/v1"

	schedulingv1beta1 "volcano.sh/apis/pkg/apis/scheduling/v1beta1"
	"volcano.sh/volcano/pkg/scheduler/api"
	"volcano.sh/volcano/pkg/scheduler/framework"
	"volcano.sh/volcano/pkg/scheduler/uthelper"
	"volcano.sh/volcano/pkg/scheduler/util"
)

// TestDeservedWithinScalarCapability checks that a queue deserves no more GPUs than its capability,
// also where guarantees leave no GPU.
func TestDeservedWithinScalarCapability(t *testing.T) {
	gpus := func(count string) api.ScalarResource { return api.ScalarResource{Name: "nvidia.com/gpu", Value: count} }
	pods := api.ScalarResource{Name: "pods", Value: "10"}
	prod := util.BuildQueue("prod", 1, nil)
	prod.Spec.Guarantee.Resource = api.BuildResourceList("0", "0", gpus("1"))
	dev := util.BuildQueue("dev", 1, api.BuildResourceList("0", "0", gpus("0")))

	test := uthelper.TestCommonStruct{
		Name:    "a capability of no GPU is kept",
		Plugins: map[string]framework.PluginBuilder{PluginName: New},
		Nodes:   []*apiv1.Node{util.BuildNode("n1", api.BuildResourceList("4", "4G", gpus("1"), pods), nil)},
		Queues:  []*schedulingv1beta1.Queue{prod, dev},
		Pods: []*apiv1.Pod{
			util.BuildPod("ns1", "pod-prod", "", apiv1.PodPending, api.BuildResourceList("1", "1G"), "pg-prod", nil, nil),
			util.BuildPod("ns1", "pod-dev", "", apiv1.PodPending, api.BuildResourceList("1", "1G", gpus("1")), "pg-dev", nil, nil),
		},
		PodGroups: []*schedulingv1beta1.PodGroup{
			util.BuildPodGroup("pg-prod", "ns1", "prod", 1, nil, schedulingv1beta1.PodGroupPending),
			util.BuildPodGroup("pg-dev", "ns1", "dev", 1, nil, schedulingv1beta1.PodGroupPending),
		},
	}
	ssn := test.RegisterSession(nil, nil)
	defer test.Close()

	plugin := New(nil).(*proportionPlugin)
	plugin.OnSessionOpen(ssn)

	for _, attr := range plugin.queueOpts {
		if attr.name == "dev" && attr.deserved.ScalarResources["nvidia.com/gpu"] > 0 {
			t.Errorf("queue dev deserves %.0f thousandths of a GPU, its capability is 0",
				attr.deserved.ScalarResources["nvidia.com/gpu"])
		}
	}
}
