// Package bootstrap has of the API server's package bootstrap what the tests of docs/findings name.
package bootstrap

import flowcontrol "k8s.io/api/flowcontrol/v1"

var (
	MandatoryPriorityLevelConfigurationExempt      *flowcontrol.PriorityLevelConfiguration
	MandatoryPriorityLevelConfigurationCatchAll    *flowcontrol.PriorityLevelConfiguration
	SuggestedPriorityLevelConfigurationWorkloadLow *flowcontrol.PriorityLevelConfiguration
)
