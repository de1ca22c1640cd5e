import HomeModel
import Testing

@testable import SimulatedHome

/// The past that a simulated home is given.
@Suite struct PastTests {
    private static let now = Timestamp(milliseconds: 1_768_478_437_123)

    private func scenario() -> Scenario {
        Scenario(
            name: "House", seed: 5,
            rooms: [ScenarioRoom(name: DisplayName("Room" as StaticString), use: .living, areaSquareMetres: 20)],
            devices: [
                ScenarioDevice(id: "meter", kind: .gridMeter, name: DisplayName("Meter" as StaticString)),
                ScenarioDevice(
                    id: "climate", kind: .climate, name: DisplayName("Climate" as StaticString),
                    room: DisplayName("Room" as StaticString)),
                ScenarioDevice(id: "fridge", kind: .plug, name: DisplayName("Fridge" as StaticString)),
                ScenarioDevice(id: "door", kind: .contact, name: DisplayName("Door" as StaticString)),
            ])
    }

    private func told(_ past: HomePast, by length: Duration = .hours(5)) -> [ValueAddress: [Reading]] {
        var (past, told) = (past, [ValueAddress: [Reading]]())
        while let columns = past.next(length) {
            for column in columns where column.device == "meter" {
                told[column.address, default: []] += column.readings
            }
        }
        return told
    }

    @Test func pastLiesOnWholeMinutesUpToNow() throws {
        let past = HomePast(scenario(), from: Self.now - .days(2), to: Self.now)
        let readings = try #require(told(past)[ValueAddress(.power)])
        #expect(readings.allSatisfy { $0.time.milliseconds % 60_000 == 0 })
        #expect(zip(readings, readings.dropFirst()).allSatisfy { $1.time - $0.time == HomePast.interval })
        let last = try #require(readings.last)
        #expect(last.time <= Self.now && Self.now - last.time < HomePast.interval)
        #expect(Self.now - past.start >= .days(2) && Self.now - past.start < .days(3))
    }

    @Test func onlyQuantitiesHaveAPast() {
        var past = HomePast(scenario(), from: Self.now - .days(1), to: Self.now)
        let columns = past.next(.hours(1)) ?? []
        #expect(columns.contains { $0.device == "door" && $0.address.capability.kind == .battery })
        #expect(!columns.contains { [.contact, .switch].contains($0.address.capability.kind) })
    }

    /// Told again an hour later, the same moments say the same.
    @Test func pastOfOneDayIsToldAlike() {
        let earlier = told(HomePast(scenario(), from: Self.now - .days(1), to: Self.now))
        let later = told(
            HomePast(scenario(), from: Self.now - .days(1) + .hours(1), to: Self.now + .hours(1)), by: .hours(7))
        for (address, readings) in earlier { #expect(later[address]?.starts(with: readings) == true) }
        let other = told(HomePast(scenario(), seed: 6, from: Self.now - .days(1), to: Self.now))
        #expect(other != earlier)
    }

    /// Counters go on where the past ends: totals neither jump nor begin anew.
    @Test func homeLivesOnFromItsPast() throws {
        let past = HomePast(scenario(), from: Self.now - .days(2), to: Self.now)
        let history = told(past)
        var home = past.livedThrough()
        #expect(home.time == past.end)
        #expect(home.elapsed == .zero)
        func counters() -> [ValueAddress: Double] {
            let energies = (home.observations(of: "meter") ?? []).filter { $0.address.capability.kind == .energy }
            return Dictionary(
                uniqueKeysWithValues: energies.compactMap { observation in
                    if case .number(let value) = observation.value { (observation.address, value) } else { nil }
                })
        }
        let before = counters()
        #expect(before.values.contains { $0 > 0.1 })
        for (address, value) in before { #expect(history[address]?.last?.value == value) }
        _ = home.advance(by: .seconds(10))
        for (address, value) in counters() {
            let start = try #require(before[address])
            #expect(value >= start && value < start + 0.2)
        }
    }
}
