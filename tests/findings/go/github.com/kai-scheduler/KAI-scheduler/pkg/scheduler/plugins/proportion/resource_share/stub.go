// Package resource_share has of KAI's package resource_share what the tests of docs/findings name.
package resource_share

import "github.com/kai-scheduler/KAI-scheduler/pkg/scheduler/api/common_info"

type ResourceName string

const GpuResource ResourceName = "GPU"

type ResourceShare struct {
	Deserved, FairShare, MaxAllowed, OverQuotaWeight, Request float64
}

type QueueResourceShare struct {
	CPU, Memory, GPU ResourceShare
}

type QueueAttributes struct {
	UID      common_info.QueueID
	Name     string
	Priority int
	QueueResourceShare
}

func EmptyResource() ResourceShare { panic("a stub") }
