package proportion

import (
	"math"
	"testing"

	apiv1 "k8s.io/api/core/v1"

	schedulingv1beta1 "volcano.sh/apis/pkg/apis/scheduling/v1beta1"
	"volcano.sh/volcano/pkg/scheduler/api"
	"volcano.sh/volcano/pkg/scheduler/framework"
	"volcano.sh/volcano/pkg/scheduler/uthelper"
	"volcano.sh/volcano/pkg/scheduler/util"
)

// TestDeservedOfRaisedQueue checks that what raised a queue to its guarantee counts towards its part
// in the rounds that follow: here the guarantee is the part that it has by weight in the end.
func TestDeservedOfRaisedQueue(t *testing.T) {
	pods := api.ScalarResource{Name: "pods", Value: "10"}
	dev, idle, prod := util.BuildQueue("dev", 1, nil), util.BuildQueue("idle", 1, nil), util.BuildQueue("prod", 1, nil)
	prod.Spec.Guarantee.Resource = api.BuildResourceList("1", "0")

	test := uthelper.TestCommonStruct{
		Name:    "a raised queue has no more than its equals",
		Plugins: map[string]framework.PluginBuilder{PluginName: New},
		Nodes:   []*apiv1.Node{util.BuildNode("n1", api.BuildResourceList("2", "100G", pods), nil)},
		Queues:  []*schedulingv1beta1.Queue{dev, idle, prod},
	}
	requests := map[string]string{"dev": "2", "idle": "0", "prod": "2"} // CPUs
	for queue, cpus := range requests {
		test.Pods = append(test.Pods, util.BuildPod("ns1", "pod-"+queue, "", apiv1.PodPending,
			api.BuildResourceList(cpus, "0"), "pg-"+queue, nil, nil))
		test.PodGroups = append(test.PodGroups, util.BuildPodGroup("pg-"+queue, "ns1", queue, 1, nil,
			schedulingv1beta1.PodGroupPending))
	}
	ssn := test.RegisterSession(nil, nil)
	defer test.Close()

	plugin := New(nil).(*proportionPlugin)
	plugin.OnSessionOpen(ssn)

	for _, attr := range plugin.queueOpts {
		if attr.name == "idle" {
			continue
		}
		if math.Abs(attr.deserved.MilliCPU-1000) > 1 {
			t.Errorf("queue %s deserves %.1f milli-CPUs, expected 1000.0", attr.name, attr.deserved.MilliCPU)
		}
	}
}
