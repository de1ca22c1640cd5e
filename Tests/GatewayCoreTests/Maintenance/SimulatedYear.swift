import Foundation
import HomeModel
import SeededRandom

/// A home of twelve months: a washer that is used now and then, a heat pump that runs by the season, and a plug that is
/// away for weeks. It knows exactly what ran when, whatever a gateway makes of the values.
struct SimulatedYear {
    static let washer = SeriesID(device: DeviceID("washer"), part: .main, capability: CapabilityName(.power))
    static let pump = SeriesID(device: DeviceID("pump"), part: .main, capability: CapabilityName(.power))
    static let programme = SeriesID(device: DeviceID("oven"), part: .main, capability: CapabilityName(.appliance))

    /// What one thing did on one day: the values that it reported, and the truth about them.
    struct Day {
        var readings: [(series: SeriesID, reading: Reading)] = []
        var changes: [StateChange] = []
        /// The milliseconds for which each series ran, and how often.
        var running: [SeriesID: Int64] = [:]
        var cycles: [SeriesID: Int] = [:]
        /// The milliseconds for which the values of a series say nothing.
        var unknown: [SeriesID: Int64] = [:]
    }

    private var random: SeededGenerator
    /// The days on which the heat pump's plug is away, counted from the first day.
    private let away = 100..<121

    init(seed: UInt64) { random = SeededGenerator(seed: seed, stream: "year") }

    /// The day with this number, which begins at `start` and lasts 24 hours.
    mutating func day(_ number: Int, from start: Timestamp) -> Day {
        var day = Day()
        addWasher(to: &day, from: start)
        addPump(to: &day, number: number, from: start)
        addProgramme(to: &day, from: start)
        return day
    }

    /// Up to two washes: heating, soaking in between, and spinning. Each change is reported at once, and idle values
    /// every ten minutes.
    private mutating func addWasher(to day: inout Day, from start: Timestamp) {
        var power: [(minute: Int, watts: Double)] = []
        for beginning in [7 * 60, 14 * 60].shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)) {
            var minute = beginning + Int.random(in: 0...60, using: &random)
            for _ in 0..<Int.random(in: 2...4, using: &random) {
                let (run, soak) = (Int.random(in: 6...25, using: &random), Int.random(in: 1...9, using: &random))
                power += [(minute, Double.random(in: 60...2200, using: &random)), (minute + run, 2)]
                day.running[Self.washer, default: 0] += Int64(run) * 60_000
                minute += run + soak
            }
            day.cycles[Self.washer, default: 0] += 1
        }
        power.sort { $0.minute < $1.minute }
        report(power, of: Self.washer, every: 10, to: &day, from: start)
    }

    /// Runs more in winter. While its plug is away, nothing is reported: it stopped before, and what it did is not known.
    private mutating func addPump(to day: inout Day, number: Int, from start: Timestamp) {
        guard !away.contains(number) else {
            // Its last value, a minute before midnight, applies for an hour.
            let known: Int64 = number == away.lowerBound ? 59 * 60_000 : 0
            day.unknown[Self.pump] = 24 * 3_600_000 - known
            return
        }
        let season = 0.5 + 0.4 * cos(Double(number) / 365 * 2 * .pi)
        var power: [(minute: Int, watts: Double)] = []
        var minute = Int.random(in: 1...30, using: &random)
        while minute < 22 * 60 {
            let run = max(Int(Double.random(in: 20...90, using: &random) * season), 5)
            power += [(minute, Double.random(in: 300...2500, using: &random)), (minute + run, 20)]
            day.running[Self.pump, default: 0] += Int64(run) * 60_000
            day.cycles[Self.pump, default: 0] += 1
            minute += run + Int.random(in: 11...60, using: &random)
        }
        report(power, of: Self.pump, every: 30, to: &day, from: start)
    }

    /// An appliance that reports its programme, not its power.
    private mutating func addProgramme(to day: inout Day, from start: Timestamp) {
        guard Int.random(in: 0..<3, using: &random) == 0 else { return }
        let begin = Int.random(in: 600...1000, using: &random)
        let run = Int.random(in: 20...120, using: &random)
        for (minute, state) in [(begin, "running"), (begin + run, "finished"), (begin + run + 5, "stopped")] {
            day.changes.append(
                StateChange(series: Self.programme, time: start + .seconds(minute * 60), value: .text(state)))
        }
        day.running[Self.programme] = Int64(run) * 60_000
        day.cycles[Self.programme] = 1
    }

    /// Reports each change, and the present value again every so many minutes, also at the end of the day.
    private func report(
        _ power: [(minute: Int, watts: Double)], of series: SeriesID, every interval: Int, to day: inout Day,
        from start: Timestamp
    ) {
        var changes = power[...]
        var watts = power.isEmpty || power[0].minute > 0 ? 1.0 : power[0].watts
        for minute in 0..<(24 * 60) {
            let change = changes.first.flatMap { $0.minute == minute ? $0 : nil }
            if let change {
                watts = change.watts
                changes = changes.dropFirst()
            }
            guard change != nil || minute % interval == 0 || minute == 24 * 60 - 1 else { continue }
            day.readings.append((series, Reading(time: start + .seconds(minute * 60), value: watts)))
        }
    }
}
