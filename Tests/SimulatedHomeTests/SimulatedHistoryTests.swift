import HomeModel
import Testing

@testable import SimulatedHome

/// The generated history of a simulated home.
@Suite struct SimulatedHistoryTests {
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

    /// The readings of the meter, generated in pieces of `length`.
    private func meterReadings(
        of history: SimulatedHistory, by length: Duration = .hours(5)
    ) -> [ValueAddress: [Reading]] {
        var (history, readings) = (history, [ValueAddress: [Reading]]())
        while let columns = history.next(length) {
            for column in columns where column.device == "meter" {
                readings[column.address, default: []] += column.readings
            }
        }
        return readings
    }

    @Test func historyHasReadingsAtWholeMinutesUpToNow() throws {
        let history = SimulatedHistory(scenario(), from: Self.now - .days(2), to: Self.now)
        let readings = try #require(meterReadings(of: history)[ValueAddress(.power)])
        #expect(readings.allSatisfy { $0.time.milliseconds % 60_000 == 0 })
        #expect(zip(readings, readings.dropFirst()).allSatisfy { $1.time - $0.time == SimulatedHistory.interval })
        let last = try #require(readings.last)
        #expect(last.time <= Self.now && Self.now - last.time < SimulatedHistory.interval)
        #expect(Self.now - history.start >= .days(2) && Self.now - history.start < .days(3))
    }

    @Test func onlyQuantitiesHaveAHistory() {
        var history = SimulatedHistory(scenario(), from: Self.now - .days(1), to: Self.now)
        let columns = history.next(.hours(1)) ?? []
        #expect(columns.contains { $0.device == "door" && $0.address.capability.kind == .battery })
        #expect(!columns.contains { [.contact, .switch].contains($0.address.capability.kind) })
    }

    /// A history that is generated an hour later has the same values at the same times.
    @Test func historyIsDeterministicForTheSameTimes() {
        let earlier = meterReadings(
            of: SimulatedHistory(scenario(), from: Self.now - .days(1), to: Self.now))
        let later = meterReadings(
            of: SimulatedHistory(scenario(), from: Self.now - .days(1) + .hours(1), to: Self.now + .hours(1)),
            by: .hours(7)
        )
        for (address, readings) in earlier { #expect(later[address]?.starts(with: readings) == true) }
        let other = meterReadings(
            of: SimulatedHistory(scenario(), seed: 6, from: Self.now - .days(1), to: Self.now))
        #expect(other != earlier)
    }

    /// Counters continue from the end of the history: totals neither jump nor restart.
    @Test func simulationContinuesFromItsHistory() throws {
        let history = SimulatedHistory(scenario(), from: Self.now - .days(2), to: Self.now)
        let readings = meterReadings(of: history)
        var home = history.simulationAtEnd()
        #expect(home.time == history.end)
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
        for (address, value) in before { #expect(readings[address]?.last?.value == value) }
        _ = home.advance(by: .seconds(10))
        for (address, value) in counters() {
            let start = try #require(before[address])
            #expect(value >= start && value < start + 0.2)
        }
    }
}
