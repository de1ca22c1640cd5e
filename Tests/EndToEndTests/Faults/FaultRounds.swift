import Foundation

/// How often a fault happens: a few times beside all other tests, hundreds of times in `make faults`.
enum FaultRounds {
    /// Rounds of a gateway that is killed.
    static let gateway = ProcessInfo.processInfo.environment["TOMTE_FAULT_ROUNDS"].flatMap { Int($0) } ?? 5
    /// Rounds of a gateway and a broker that are killed together, which take longer.
    static let together = max(2, gateway / 10)
    /// Rounds of a disk that fills up, or a database that somebody locks.
    static let disk = max(1, gateway / 40)
    /// Calls of a start at which the gateway is killed: a few, in `make faults` all.
    static let starts = gateway < 100 ? 3 : .max
    /// How many of these starts go on at the same time: `make faults` runs nothing else beside them.
    static let startsAtATime = gateway < 100 ? 1 : ProcessInfo.processInfo.activeProcessorCount
    /// How long a slow disk or a lock lasts.
    static let stallSeconds = gateway < 100 ? 12 : 60
    /// What bounds a test that hangs.
    static let minutes = 15 + gateway / 4
}
