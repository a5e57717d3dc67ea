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

// TestDeservedWithinTotal checks that queues together deserve no more than the cluster has when one
// of them has a guarantee above its part by weight.
func TestDeservedWithinTotal(t *testing.T) {
	pods := api.ScalarResource{Name: "pods", Value: "10"}
	prod, batch, dev := util.BuildQueue("prod", 1, nil), util.BuildQueue("batch", 1, nil), util.BuildQueue("dev", 1, nil)
	prod.Spec.Guarantee.Resource = api.BuildResourceList("50", "0")

	test := uthelper.TestCommonStruct{
		Name:    "a guarantee is taken from the others",
		Plugins: map[string]framework.PluginBuilder{PluginName: New},
		Nodes:   []*apiv1.Node{util.BuildNode("n1", api.BuildResourceList("100", "100G", pods), nil)},
		Queues:  []*schedulingv1beta1.Queue{prod, batch, dev},
	}
	for _, queue := range []string{"prod", "batch", "dev"} {
		test.Pods = append(test.Pods, util.BuildPod("ns1", "pod-"+queue, "", apiv1.PodPending,
			api.BuildResourceList("50", "0"), "pg-"+queue, nil, nil))
		test.PodGroups = append(test.PodGroups, util.BuildPodGroup("pg-"+queue, "ns1", queue, 1, nil,
			schedulingv1beta1.PodGroupPending))
	}
	ssn := test.RegisterSession(nil, nil)
	defer test.Close()

	plugin := New(nil).(*proportionPlugin)
	plugin.OnSessionOpen(ssn)

	sum := 0.0
	for _, attr := range plugin.queueOpts {
		t.Logf("queue %s deserves %.1f milli-CPUs", attr.name, attr.deserved.MilliCPU)
		sum += attr.deserved.MilliCPU
	}
	if sum > plugin.totalResource.MilliCPU+1 {
		t.Errorf("queues deserve %.1f milli-CPUs together, the cluster has %.1f", sum, plugin.totalResource.MilliCPU)
	}
}
