/// The integral of a power over time. It never decreases.
package struct EnergyCounter: Hashable, Sendable {
    package private(set) var kilowattHours = 0.0

    package init() {}

    /// Adds `watts`, which is constant over `step`. Negative power adds nothing.
    package mutating func add(watts: Double, for step: Duration) {
        kilowattHours += max(0, watts) * step.inSeconds / 3_600_000
    }
}
