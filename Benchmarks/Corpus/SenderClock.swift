import HomeModel

/// When a device sends: on a grid of its own, a little early or late each time, sometimes not at all.
struct SenderClock: Sendable {
    struct Tick {
        let time: Timestamp
        /// Seconds since the tick before.
        let elapsed: Double
    }

    /// Seconds.
    var interval = 10.0
    /// Standard deviation of what a message is early or late, in milliseconds.
    var jitter = 6.0
    /// Of single messages that never arrive.
    var loss = 0.0003
    /// How often in a day it is away for minutes or hours; then it starts a new grid.
    var absences = 0.1

    func ticks(from start: Timestamp, for duration: Duration, using random: inout CorpusGenerator) -> [Tick] {
        let end = start + duration
        // Crystals differ by some 20 millionths.
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
