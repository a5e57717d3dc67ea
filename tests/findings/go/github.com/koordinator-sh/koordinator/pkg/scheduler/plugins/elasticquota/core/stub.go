// Package core has of Koordinator's package core what the tests of docs/findings name.
package core

type quotaNode struct {
	runtimeQuota int64
}

type quotaTree struct {
	quotaNodes map[string]*quotaNode
}

func NewQuotaTree() *quotaTree { panic("a stub") }

func (qt *quotaTree) insert(groupName string, sharedWeight, request, min, guarantee int64, allowLentResource bool) {
	panic("a stub")
}

func (qt *quotaTree) redistribution(totalResource int64) { panic("a stub") }
