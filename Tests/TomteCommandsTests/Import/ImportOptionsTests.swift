import HomeModel
import Testing

@testable import TomteCommands

@Suite struct ImportOptionsTests {
    @Test(
        arguments: [
            ("sensor.a=hall", "sensor.a", "hall", nil, nil),
            ("sensor.a=Hall lamp/relay-1", "sensor.a", "Hall lamp", "relay-1", nil),
            ("sensor.a=hall:humidity", "sensor.a", "hall", nil, "humidity"),
            ("tibber:grid=grid/import:energy", "tibber:grid", "grid", "import", "energy"),
        ] as [(String, String, String, String?, String?)])
    func targetIsParsed(text: String, entity: String, device: String, part: String?, quantity: String?) throws {
        let target = try #require(EntityTarget(argument: text))
        #expect(target.entity == entity)
        #expect(target.device.device == device)
        #expect(target.device.part?.rawValue == part)
        #expect(target.quantity?.description == quantity)
    }

    @Test(arguments: [
        "", "sensor.a", "=hall", "sensor.a=", "sensor.a=hall:", "sensor.a=hall:warmth", "sensor.a=hall/A B",
    ])
    func invalidTargetIsRefused(_ text: String) {
        #expect(EntityTarget(argument: text) == nil)
    }

    @Test(arguments: EnergyFlow.allCases)
    func flowIsParsed(flow: EnergyFlow) throws {
        let read = try EntityFlow(argument: "tibber:grid=\(flow.rawValue)")
        #expect((read.entity, read.flow) == ("tibber:grid", flow))
    }

    @Test(arguments: ["", "sensor.a", "=production", "sensor.a=", "sensor.a=Production", "sensor.a=solar"])
    func invalidFlowIsRefused(_ text: String) {
        #expect(throws: (any Error).self) { try EntityFlow(argument: text) }
    }

    @Test(
        arguments: [
            ([], [], true), (["sensor.a=charge", "sensor.b=charge"], ["sensor.c=hall"], true),
            (["sensor.a=charge", "sensor.a=charge"], [], true),
            (["sensor.a=charge", "sensor.a=discharge"], [], false),
            (["sensor.a=charge"], ["sensor.a=hall"], false),
        ] as [([String], [String], Bool)])
    func entityHasAtMostOneFlow(flows: [String], targets: [String], isAllowed: Bool) throws {
        let targets = targets.compactMap { EntityTarget(argument: $0) }
        let read = try? EntityFlows(flows.map { try EntityFlow(argument: $0) }, besides: targets)
        #expect((read != nil) == isAllowed)
    }

    @Test(arguments: CapabilityKind.allCases)
    func onlyPowerAndEnergyGetAFlow(kind: CapabilityKind) throws {
        let flows = try EntityFlows([EntityFlow(argument: "sensor.a=production")])
        #expect(try flows.flow(of: "sensor.other", measuring: kind) == nil)
        #expect((try? flows.flow(of: "sensor.a", measuring: kind)) == (kind.hasFlow ? .production : nil))
    }

    @Test(arguments: [
        (0, 0.0, "0 % · 0 rows · 0 a second"),
        (1_204_000, 0.42, "42 % · 1,204,000 rows · 120,400 a second · 13 s left"),
        (5, 1, "100 % · 5 rows · 0 a second"),
    ])
    func progressShowsShareCountRateAndTimeLeft(count: Int, share: Double, text: String) {
        #expect(ProgressLine.text(count, noun: "rows", share: share, after: .seconds(10)) == text)
    }

    @Test func progressWithoutAShareShowsCountAndRate() {
        #expect(ProgressLine.text(1000, noun: "rows", share: nil, after: .seconds(1)) == "1,000 rows · 1,000 a second")
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (.min, "-9,223,372,036,854,775,808"),
    ])
    func countsHaveThousandsSeparators(count: Int, text: String) {
        #expect(CountText.text(count) == text)
    }
}
