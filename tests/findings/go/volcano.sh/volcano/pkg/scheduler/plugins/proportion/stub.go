// Package proportion has of Volcano's package proportion what the tests of docs/findings name.
package proportion

import (
	"volcano.sh/volcano/pkg/scheduler/api"
	"volcano.sh/volcano/pkg/scheduler/framework"
)

const PluginName = "proportion"

type queueAttr struct {
	name     string
	deserved *api.Resource
}

type proportionPlugin struct {
	totalResource *api.Resource
	queueOpts     map[api.QueueID]*queueAttr
}

func New(arguments framework.Arguments) framework.Plugin { panic("a stub") }

func (pp *proportionPlugin) OnSessionOpen(ssn *framework.Session) { panic("a stub") }
