import MatterProtocol
import Testing

@testable import MatterNodes

/// How often a node reports follows from what supplies it.
struct PowerProfileTests {
    private func power(
        _ sources: [UInt16: (features: UInt64, status: UInt64)], idle: UInt64? = nil
    ) -> NodeModel {
        var values = AttributeValues()
        for (endpoint, source) in sources {
            values.set(
                AttributePath(endpoint: endpoint, cluster: 0x2F, attribute: 0xFFFC), to: .unsigned(source.features))
            values.set(AttributePath(endpoint: endpoint, cluster: 0x2F, attribute: 0), to: .unsigned(source.status))
        }
        if let idle { values.set(AttributePath(endpoint: 0, cluster: 0x46, attribute: 0), to: .unsigned(idle)) }
        return NodeModel(values)
    }

    @Test func mainsReportEveryMinuteAndBatteriesEveryTenMinutes() {
        #expect(power([0: (1, 1)]).subscriptionPlan.maximumInterval == .seconds(60))
        #expect(power([1: (10, 1)]).subscriptionPlan.maximumInterval == .seconds(600))
        #expect(power([:]).subscriptionPlan.maximumInterval == .seconds(60))
        #expect(power([0: (1, 1)]).subscriptionPlan.minimumInterval == .zero)
    }

    @Test func backUpBatteryDoesNotMakeANodeSleepy() {
        let model = power([0: (1, 1), 1: (2, 2)])
        #expect(model.power.source == .mains && !model.subscriptionPlan.isSleepy)
        // A cable that supplies nothing does not count.
        #expect(power([0: (1, 3), 1: (2, 1)]).power.source == .battery)
    }

    @Test func idleTimeIsRespected() {
        #expect(power([1: (2, 1)], idle: 1_800).subscriptionPlan.maximumInterval == .seconds(1_800))
        #expect(power([1: (2, 1)], idle: 64_800).subscriptionPlan.maximumInterval == .seconds(3_600))
        #expect(power([1: (2, 1)], idle: 60).subscriptionPlan.maximumInterval == .seconds(600))
        // A node that sleeps has a battery, also if it does not say so.
        #expect(power([:], idle: 300).power.source == .battery)
        #expect(power([:], idle: 1).power.source == .unknown)
        #expect(power([:], idle: 0).power.idleDuration == nil)
    }

    @Test func batteryOfABridgedDeviceIsNotTheBridges() throws {
        #expect(NodeModel(try MatterFixture("bridge").values()).power.source == .unknown)
    }
}
