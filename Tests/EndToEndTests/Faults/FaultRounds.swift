import Foundation

/// The number of rounds of each fault: a few beside all other tests, hundreds in `make faults`.
enum FaultRounds {
    /// The number of kills of the gateway.
    static let gateway = ProcessInfo.processInfo.environment["TOMTE_FAULT_ROUNDS"].flatMap { Int($0) } ?? 5
    /// The number of kills of the gateway together with the broker, which take longer.
    static let together = max(2, gateway / 10)
    /// The number of times that the disk fills up or the database is locked.
    static let disk = max(1, gateway / 40)
    /// The number of system calls of a start at which the gateway is killed: a few, and all of them in `make faults`.
    static let starts = gateway < 100 ? 3 : .max
    /// The number of these starts at the same time; `make faults` runs no other test beside them.
    static let startsAtATime = gateway < 100 ? 1 : ProcessInfo.processInfo.activeProcessorCount
    /// The duration of a slow disk or a lock.
    static let stallSeconds = gateway < 100 ? 12 : 60
    /// The time limit of a test.
    static let minutes = 15 + gateway / 4
}
