import HomeModel

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

    func ticks(from start: Timestamp, for duration: Duration, using random: inout SplitMix64Generator) -> [Tick] {
        let end = start + duration
        // Crystal oscillators differ by some 20 parts per million.
        let period = interval * 1000 * (1 + 20e-6 * random.normal())
        var due = Double(start.milliseconds) + period * random.fraction()
        var ticks: [Tick] = []
        ticks.reserveCapacity(Int(duration / .seconds(interval)) + 1)
        var previous = start
        var before = due - period
        while true {
            due += period
            if random.isTrue(loss) { continue }
            if random.isTrue(absences * interval / 86_400) { due += 60_000 + random.fraction() * 7_200_000 }
            let time = Timestamp(milliseconds: Int64((due + jitter * random.normal()).rounded()))
            guard time < end else { return ticks }
            guard time > previous else { continue }
            ticks.append(Tick(time: time, elapsed: (due - before) / 1000))
            previous = time
            before = due
        }
    }
}
