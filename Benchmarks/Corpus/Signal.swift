import SeededRandom
import Foundation
import HomeModel

/// A synthetic signal that a device measures.
enum Signal: Sendable {
    /// A level with a daily curve, slow random changes and the noise of the sensor.
    case level(Level)
    /// A counter of the consumption of a load.
    case counter(Counter)

    /// The parameters of a level.
    struct Level: Sendable {
        let mean: Double
        /// The difference between the mean and the maximum of the day.
        var daily = 0.0
        /// The standard deviation of the slow changes, and their time constant in seconds.
        let wandering: Double
        var inertia = 3600.0
        /// The standard deviation of the noise of the sensor.
        let noise: Double
        /// Smaller changes are not reported; the last value is repeated.
        var hysteresis = 0.0
        /// How many decimals are reported.
        let decimals: Int
        var range = -1e9...1e9
    }

    /// The parameters of a counter.
    struct Counter: Sendable {
        /// The consumption that is always there, in units per hour.
        let base: Double
        /// The additional consumption of an appliance while it runs.
        let load: Double
        /// The mean seconds for which the appliance runs, and for which it rests.
        let running: Double
        let resting: Double
        /// The standard deviation of the noise, as a fraction of the consumption.
        let noise: Double
        let decimals: Int
        /// The smallest amount that is counted, in units of the last decimal.
        var pulse = 1.0
    }
}

/// The state of one signal over time.
struct SignalSource {
    private let signal: Signal
    private let scale: Double
    private var wandering = 0.0
    private var reported = Double.nan
    private var total: Double
    private var isRunning = false
    private var strength = 1.0
    private var sway = 0.0

    init(_ signal: Signal, using random: inout SeededGenerator) {
        self.signal = signal
        switch signal {
        case .level(let level):
            scale = pow(10, Double(level.decimals))
            wandering = level.wandering * random.normal()
            total = 0
        case .counter(let counter):
            scale = pow(10, Double(counter.decimals))
            total = random.unit() * 5000
        }
    }

    mutating func value(
        after elapsed: Double, at time: Timestamp, using random: inout SeededGenerator
    ) -> Double {
        switch signal {
        case .level(let level): value(of: level, elapsed, time: time, random: &random)
        case .counter(let counter): value(of: counter, elapsed, random: &random)
        }
    }

    private mutating func value(
        of level: Signal.Level, _ elapsed: Double, time: Timestamp, random: inout SeededGenerator
    ) -> Double {
        let memory = exp(-elapsed / level.inertia)
        wandering = wandering * memory + level.wandering * (1 - memory * memory).squareRoot() * random.normal()
        let hour = Double(time.milliseconds % 86_400_000) / 3_600_000
        let day = level.daily * sin((hour - 9) / 12 * .pi)
        let measured = min(
            max(level.mean + day + wandering + level.noise * random.normal(), level.range.lowerBound),
            level.range.upperBound)
        if !(abs(measured - reported) < level.hysteresis) { reported = (measured * scale).rounded() / scale }
        return reported
    }

    private mutating func value(
        of counter: Signal.Counter, _ elapsed: Double, random: inout SeededGenerator
    ) -> Double {
        if random.isTrue(elapsed / (isRunning ? counter.running : counter.resting)) {
            isRunning.toggle()
            strength = 0.6 + 0.8 * random.unit()
        }
        let drawn = counter.base + (isRunning ? counter.load * strength : 0)
        // Half of the noise changes slowly, half is new each time.
        sway = sway * 0.9 + 0.3 * random.normal()
        let rate = max(0, drawn * (1 + counter.noise * (sway + random.normal())))
        total += rate * elapsed / 3600
        return (total * scale / counter.pulse).rounded(.down) * counter.pulse / scale
    }
}
