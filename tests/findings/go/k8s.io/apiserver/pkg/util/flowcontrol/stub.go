// Package flowcontrol has of the API server's package flowcontrol what the tests of docs/findings name.
package flowcontrol

import (
	"time"

	flowcontrol "k8s.io/api/flowcontrol/v1"
	fqs "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset"
	testeventclock "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/testing/eventclock"
	"k8s.io/apiserver/pkg/util/flowcontrol/metrics"
	"k8s.io/client-go/informers"
	clientsetfake "k8s.io/client-go/kubernetes/fake"
)

const borrowingAdjustmentPeriod = 10 * time.Second

type TestableConfig struct {
	Name                   string
	Clock                  *testeventclock.Fake
	AsFieldManager         string
	FoundToDangling        func(bool) bool
	InformerFactory        informers.SharedInformerFactory
	FlowcontrolClient      clientsetfake.FlowcontrolV1
	ServerConcurrencyLimit int
	ReqsGaugeVec           metrics.RatioedGaugeVec
	ExecSeatsGaugeVec      metrics.RatioedGaugeVec
	QueueSetFactory        fqs.Factory
}

type integrator interface{ Set(x float64) }

type priorityLevelState struct {
	seatDemandIntegrator integrator
	currentCL            int
}

type configController struct {
	nominalCLSum        int
	priorityLevelStates map[string]*priorityLevelState
}

func newTestableController(config TestableConfig) *configController { panic("a stub") }

func (cfgCtlr *configController) lockAndDigestConfigObjects(newPLs []*flowcontrol.PriorityLevelConfiguration,
	newFSs []*flowcontrol.FlowSchema) bool {
	panic("a stub")
}

func (cfgCtlr *configController) updateBorrowing() { panic("a stub") }
