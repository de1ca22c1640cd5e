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
        var random = SplitMix64Generator(seed: seed &+ UInt64(index) &* 0x1000_0000_01B3)
        var source = SignalSource(series.signal, using: &random)
        let ticks = series.clock.ticks(from: start, for: duration, using: &random)
        return ticks.map { tick in
            Reading(time: tick.time, value: source.value(after: tick.elapsed, at: tick.time, using: &random))
        }
    }
}
