// Package util has of Volcano's package util what the tests of docs/findings name.
package util

import (
	v1 "k8s.io/api/core/v1"

	schedulingv1beta1 "volcano.sh/apis/pkg/apis/scheduling/v1beta1"
)

func BuildNode(name string, alloc v1.ResourceList, labels map[string]string) *v1.Node {
	panic("a stub")
}

func BuildPod(namespace, name, nodeName string, p v1.PodPhase, req v1.ResourceList, groupName string,
	labels map[string]string, selector map[string]string) *v1.Pod {
	panic("a stub")
}

func BuildPodGroup(name, ns, queue string, minMember int32, taskMinMember map[string]int32,
	status schedulingv1beta1.PodGroupPhase) *schedulingv1beta1.PodGroup {
	panic("a stub")
}

func BuildQueue(qname string, weight int32, cap v1.ResourceList) *schedulingv1beta1.Queue {
	panic("a stub")
}
