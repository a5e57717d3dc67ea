package flowcontrol

import (
	"testing"
	"time"

	flowcontrol "k8s.io/api/flowcontrol/v1"
	fcboot "k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap"
	fqs "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset"
	testeventclock "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/testing/eventclock"
	"k8s.io/apiserver/pkg/util/flowcontrol/metrics"
	"k8s.io/client-go/informers"
	clientsetfake "k8s.io/client-go/kubernetes/fake"
)

// TestTargetSeatsOfExempt checks that the target that is reported for the exempt level is its own
// and not that of the non-exempt level that comes first in the map.
func TestTargetSeatsOfExempt(t *testing.T) {
	metrics.Register()
	metrics.Reset()
	startTime := time.Now()
	clk, _ := testeventclock.NewFake(startTime, 0, nil)
	plcExempt := fcboot.MandatoryPriorityLevelConfigurationExempt
	plcLow := fcboot.MandatoryPriorityLevelConfigurationCatchAll
	k8sClient := clientsetfake.NewSimpleClientset(plcExempt, plcLow)
	ctlr := newTestableController(TestableConfig{
		Name:                   "test",
		Clock:                  clk,
		AsFieldManager:         "testfm",
		FoundToDangling:        func(found bool) bool { return !found },
		InformerFactory:        informers.NewSharedInformerFactory(k8sClient, 0),
		FlowcontrolClient:      k8sClient.FlowcontrolV1(),
		ServerConcurrencyLimit: 30,
		ReqsGaugeVec:           metrics.PriorityLevelConcurrencyGaugeVec,
		ExecSeatsGaugeVec:      metrics.PriorityLevelExecutionSeatsGaugeVec,
		QueueSetFactory:        fqs.NewQueueSetFactory(clk),
	})
	_ = ctlr.lockAndDigestConfigObjects([]*flowcontrol.PriorityLevelConfiguration{plcExempt, plcLow},
		[]*flowcontrol.FlowSchema{})

	ctlr.priorityLevelStates[plcExempt.Name].seatDemandIntegrator.Set(7)
	clk.SetTime(startTime.Add(borrowingAdjustmentPeriod))
	ctlr.updateBorrowing()

	expected := `
# HELP apiserver_flowcontrol_target_seats [ALPHA] Seat allocation targets
# TYPE apiserver_flowcontrol_target_seats gauge
apiserver_flowcontrol_target_seats{priority_level="catch-all"} 30
apiserver_flowcontrol_target_seats{priority_level="exempt"} 7
`
	if err := metrics.GatherAndCompare(expected, "apiserver_flowcontrol_target_seats"); err != nil {
		t.Error(err)
	}
}
