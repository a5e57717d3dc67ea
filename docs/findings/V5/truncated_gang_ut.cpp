TEST_F(TFairShareUpdateTest, TestTruncatedGangShareGoesToOtherPools)
{
    auto totalResourceLimits = CreateTotalResourceLimitsWith100CPU();

    auto rootElement = CreateRootElement();
    auto poolA = CreateSimplePool("poolA");
    auto poolB = CreateSimplePool("poolB");
    poolA->AttachParent(rootElement.Get());
    poolB->AttachParent(rootElement.Get());

    poolA->SetMode(ESchedulingMode::Fifo);
    poolA->SetFairShareTruncationInFifoPoolEnabled(true);

    auto onePercent = GetOnePercentOfCluster();
    auto operation = CreateOperation(poolA.Get(), onePercent * 30);
    auto gang = CreateOperation(poolA.Get(), onePercent * 40);
    gang->SetIsGang(true);
    CreateOperation(poolB.Get(), onePercent * 100);

    DoFairShareUpdate(totalResourceLimits, rootElement);

    // Of the half that is suggested to pool A the gang cannot use the 0.2 that is left for it.
    const TResourceVector unit = {1.0, 1.0, 0.0, 1.0, 0.0};
    EXPECT_RV_NEAR(TResourceVector(unit * 0.3), operation->Attributes().FairShare.Total);
    EXPECT_RV_NEAR(TResourceVector::Zero(), gang->Attributes().FairShare.Total);
    EXPECT_RV_NEAR(TResourceVector(unit * 0.3), poolA->Attributes().FairShare.Total);
    EXPECT_RV_NEAR(TResourceVector(unit * 0.7), poolB->Attributes().FairShare.Total);
    EXPECT_RV_NEAR(unit, rootElement->Attributes().FairShare.Total);
}
