import SeededRandom
import Foundation
import HomeModel

/// The history of a synthetic home: half of its series change slowly, half are counters. The same seed gives the same
/// history.
struct HomeCorpus: Sendable {
    /// One series: its quantity, its signal and the times of its reports.
    struct Series: Sendable {
        let capability: CapabilityKind
        let signal: Signal
        var clock = ReportTiming()
    }

    let seed: UInt64
    let series: [Series]

    /// Makes `count` series, every second one a counter. The kinds repeat, each time with other noise. All series
    /// report every `interval` seconds.
    init(series count: Int, seed: UInt64, interval: Double = 10) {
        self.seed = seed
        let (slow, counters) = (Self.slow, Self.counters)
        series = (0..<count).map { index in
            var series = index % 2 == 0 ? slow[index / 2 % slow.count] : counters[index / 2 % counters.count]
            series.clock.interval = interval
            return series
        }
    }

    func id(of index: Int) throws -> SeriesID {
        guard let device = DeviceID("sensor-\(index)") else { throw ConditionNotMet("a device has an id") }
        return SeriesID(device: device, part: .main, capability: CapabilityName(series[index].capability))
    }

    func kind(of index: Int) -> RecordKind {
        if case .reading(let kind) = series[index].capability.facts.recording { kind } else { .environment }
    }

    /// Returns the readings of one series from `start` on for `duration`, in the order of time.
    func readings(of index: Int, from start: Timestamp, for duration: Duration) -> [Reading] {
        let series = series[index]
        var random = SeededGenerator(seed: seed &+ UInt64(index) &* 0x1000_0000_01B3)
        var source = SignalSource(series.signal, using: &random)
        let ticks = series.clock.ticks(from: start, for: duration, using: &random)
        return ticks.map { tick in
            Reading(time: tick.time, value: source.value(after: tick.elapsed, at: tick.time, using: &random))
        }
    }
}

extension HomeCorpus {
    /// Temperature, humidity, air, light and pressure.
    static let slow: [Series] = [
        level(.temperature, level: .init(mean: 21, daily: 0.8, wandering: 0.5, noise: 0.03, decimals: 2)),
        level(.temperature, level: .init(mean: 8, daily: 5, wandering: 2, inertia: 14_400, noise: 0.06, decimals: 2)),
        level(.humidity, level: .init(mean: 45, daily: 3, wandering: 4, noise: 0.12, decimals: 1, range: 0...100)),
        level(.co2, level: .init(mean: 750, daily: 150, wandering: 180, noise: 4, decimals: 0, range: 400...5000)),
        level(
            .illuminance,
            level: .init(mean: 240, daily: 240, wandering: 60, inertia: 900, noise: 3, decimals: 0, range: 0...9999)),
        level(.pressure, level: .init(mean: 1013, wandering: 9, inertia: 80_000, noise: 0.12, decimals: 1)),
        level(.temperature, level: .init(mean: 20.5, daily: 0.6, wandering: 0.4, noise: 0.02, decimals: 2)),
        level(.humidity, level: .init(mean: 60, wandering: 6, inertia: 7200, noise: 0.05, decimals: 2, range: 0...100)),
        level(
            .temperature, level: .init(mean: 19, daily: 0.5, wandering: 0.3, noise: 0.1, hysteresis: 0.15, decimals: 1)),
        level(.noise, level: .init(mean: 38, daily: 6, wandering: 4, inertia: 600, noise: 1.2, decimals: 1)),
    ]

    /// Electricity, water and gas.
    static let counters: [Series] = [
        counter(.energy, counter: .init(base: 0.25, load: 1.8, running: 900, resting: 2400, noise: 0.12, decimals: 4)),
        counter(.energy, counter: .init(base: 0.06, load: 0.25, running: 1200, resting: 1500, noise: 0.1, decimals: 4)),
        counter(.energy, counter: .init(base: 0.9, load: 2.4, running: 3600, resting: 3600, noise: 0.3, decimals: 3)),
        counter(.energy, counter: .init(base: 2.2, load: 5, running: 5400, resting: 9000, noise: 0.1, decimals: 3)),
        counter(.water, counter: .init(base: 0, load: 0.5, running: 120, resting: 3000, noise: 0.2, decimals: 3)),
        counter(.energy, counter: .init(base: 0.03, load: 2, running: 300, resting: 12_000, noise: 0.05, decimals: 4)),
        counter(.energy, counter: .init(base: 0.4, load: 0.8, running: 600, resting: 900, noise: 0.3, decimals: 4)),
        counter(.gas, counter: .init(base: 0, load: 1.9, running: 1200, resting: 2400, noise: 0.1, decimals: 2)),
        counter(.energy, counter: .init(base: 0.15, load: 0.3, running: 7200, resting: 7200, noise: 0.12, decimals: 4)),
        counter(.energy, counter: .init(base: 1.4, load: 6, running: 1800, resting: 7200, noise: 0.25, decimals: 3)),
    ]

    private static func level(_ capability: CapabilityKind, level: Signal.Level) -> Series {
        Series(capability: capability, signal: .level(level))
    }

    private static func counter(_ capability: CapabilityKind, counter: Signal.Counter) -> Series {
        Series(capability: capability, signal: .counter(counter))
    }
}

/// The times at which a device sends: at regular intervals with some jitter, and with some losses.
struct ReportTiming: Sendable {
    /// One report of the device.
    struct Tick {
        let time: Timestamp
        /// Seconds since the previous tick.
        let elapsed: Double
    }

    /// The interval in seconds.
    var interval = 10.0
    /// The standard deviation of the jitter of a message, in milliseconds.
    var jitter = 6.0
    /// The fraction of single messages that never arrive.
    var loss = 0.0003
    /// How often a day the device is away for minutes or hours; its intervals then start again.
    var absences = 0.1

    func ticks(from start: Timestamp, for duration: Duration, using random: inout SeededGenerator) -> [Tick] {
        let end = start + duration
        // Crystal oscillators differ by some 20 parts per million.
        let period = interval * 1000 * (1 + 20e-6 * random.normal())
        var due = Double(start.milliseconds) + period * random.unit()
        var ticks: [Tick] = []
        ticks.reserveCapacity(Int(duration / .seconds(interval)) + 1)
        var previous = start
        var before = due - period
        while true {
            due += period
            if random.isTrue(loss) { continue }
            if random.isTrue(absences * interval / 86_400) { due += 60_000 + random.unit() * 7_200_000 }
            let time = Timestamp(milliseconds: Int64((due + jitter * random.normal()).rounded()))
            guard time < end else { return ticks }
            guard time > previous else { continue }
            ticks.append(Tick(time: time, elapsed: (due - before) / 1000))
            previous = time
            before = due
        }
    }
}

extension SeededGenerator {
    /// Returns a normally distributed number of mean 0 and variance 1. Source: G. Box and M. Muller (1958).
    mutating func normal() -> Double {
        (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit())
    }

    mutating func isTrue(_ probability: Double) -> Bool { unit() < probability }
}
