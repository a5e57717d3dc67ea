// Package v1 has of k8s.io/api/flowcontrol/v1 what the tests of docs/findings name.
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type LimitedPriorityLevelConfiguration struct{ NominalConcurrencyShares *int32 }

type PriorityLevelConfigurationSpec struct {
	Limited *LimitedPriorityLevelConfiguration
}

type PriorityLevelConfiguration struct {
	metav1.ObjectMeta
	Spec PriorityLevelConfigurationSpec
}

type FlowSchema struct{}
