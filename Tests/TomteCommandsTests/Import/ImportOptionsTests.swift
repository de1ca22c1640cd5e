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
    func targetIsRead(text: String, entity: String, device: String, part: String?, quantity: String?) throws {
        let target = try #require(EntityTarget(argument: text))
        #expect(target.entity == entity)
        #expect(target.device.device == device)
        #expect(target.device.part?.rawValue == part)
        #expect(target.quantity?.description == quantity)
    }

    @Test(arguments: [
        "", "sensor.a", "=hall", "sensor.a=", "sensor.a=hall:", "sensor.a=hall:warmth", "sensor.a=hall/A B",
    ])
    func whatIsNoTargetIsNone(_ text: String) {
        #expect(EntityTarget(argument: text) == nil)
    }

    @Test(arguments: [
        (0, 0.0, "0 % · 0 rows · 0 a second"),
        (1_204_000, 0.42, "42 % · 1,204,000 rows · 120,400 a second · 13 s left"),
        (5, 1, "100 % · 5 rows · 0 a second"),
    ])
    func progressIsSaid(count: Int, share: Double, text: String) {
        #expect(ProgressLine.text(count, "rows", share: share, after: .seconds(10)) == text)
    }

    @Test func progressWithoutAnEndIsSaidToo() {
        #expect(ProgressLine.text(1000, "rows", share: nil, after: .seconds(1)) == "1,000 rows · 1,000 a second")
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (.min, "-9,223,372,036,854,775,808"),
    ])
    func countsAreGrouped(count: Int, text: String) {
        #expect(Quantities.text(count) == text)
    }
}
