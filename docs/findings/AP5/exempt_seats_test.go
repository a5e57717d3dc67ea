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

// TestSeatsOfExemptAreNotDividedAgain checks that the current limits of all levels add up to the
// server's limit where the exempt level uses seats and leaves the others more than their minimums.
// TestUpdateBorrowing has the cases in which it leaves no more than that.
func TestSeatsOfExemptAreNotDividedAgain(t *testing.T) {
	startTime := time.Now()
	clk, _ := testeventclock.NewFake(startTime, 0, nil)
	plcExempt := fcboot.MandatoryPriorityLevelConfigurationExempt
	plcMid := fcboot.SuggestedPriorityLevelConfigurationWorkloadLow
	plcLow := fcboot.MandatoryPriorityLevelConfigurationCatchAll
	plcs := []*flowcontrol.PriorityLevelConfiguration{plcExempt, plcMid, plcLow}
	k8sClient := clientsetfake.NewSimpleClientset(plcExempt, plcMid, plcLow)
	serverCL := int(*plcMid.Spec.Limited.NominalConcurrencyShares+
		*plcLow.Spec.Limited.NominalConcurrencyShares) * 6
	ctlr := newTestableController(TestableConfig{
		Name:                   "test",
		Clock:                  clk,
		AsFieldManager:         "testfm",
		FoundToDangling:        func(found bool) bool { return !found },
		InformerFactory:        informers.NewSharedInformerFactory(k8sClient, 0),
		FlowcontrolClient:      k8sClient.FlowcontrolV1(),
		ServerConcurrencyLimit: serverCL,
		ReqsGaugeVec:           metrics.PriorityLevelConcurrencyGaugeVec,
		ExecSeatsGaugeVec:      metrics.PriorityLevelExecutionSeatsGaugeVec,
		QueueSetFactory:        fqs.NewQueueSetFactory(clk),
	})
	_ = ctlr.lockAndDigestConfigObjects(plcs, []*flowcontrol.FlowSchema{})
	if ctlr.nominalCLSum != serverCL {
		t.Fatalf("Unexpected rounding: nominalCLSum=%d", ctlr.nominalCLSum)
	}

	ctlr.priorityLevelStates[plcExempt.Name].seatDemandIntegrator.Set(100)
	clk.SetTime(startTime.Add(borrowingAdjustmentPeriod))
	ctlr.updateBorrowing()

	sum := 0
	for _, plc := range plcs {
		currentCL := ctlr.priorityLevelStates[plc.Name].currentCL
		t.Logf("%s: %d seats", plc.Name, currentCL)
		sum += currentCL
	}
	// Each non-exempt level's limit is rounded on its own.
	if diff := sum - serverCL; diff < -1 || diff > 1 {
		t.Errorf("expected %d seats in all, got %d", serverCL, sum)
	}
}
