// Package uthelper has of Volcano's package uthelper what the tests of docs/findings name.
package uthelper

import (
	v1 "k8s.io/api/core/v1"

	schedulingv1beta1 "volcano.sh/apis/pkg/apis/scheduling/v1beta1"
	"volcano.sh/volcano/pkg/scheduler/conf"
	"volcano.sh/volcano/pkg/scheduler/framework"
)

type TestCommonStruct struct {
	Name      string
	Plugins   map[string]framework.PluginBuilder
	Pods      []*v1.Pod
	Nodes     []*v1.Node
	PodGroups []*schedulingv1beta1.PodGroup
	Queues    []*schedulingv1beta1.Queue
}

func (test *TestCommonStruct) RegisterSession(tiers []conf.Tier, config []conf.Configuration) *framework.Session {
	panic("a stub")
}

func (test *TestCommonStruct) Close() { panic("a stub") }
