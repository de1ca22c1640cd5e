/// The state of the broker, for `tomte status`.
package struct BrokerHealth: Sendable, Equatable {
    /// Nil while the broker does not run.
    package var pid: Int32?
    package var port: UInt16
    /// Nil while no device has a password.
    package var compatibilityPort: UInt16?
    /// How often the broker ended and was restarted since this gateway started.
    package var restarts: Int
    /// Whether the broker was already running when this gateway started.
    package var wasReattached: Bool
    /// Damaged databases that were set aside, by file name.
    package var quarantined: [String]
    /// How many seconds of queued messages a killed broker can lose.
    package var saveWindowSeconds: Int
    /// Why the broker does not run, in one sentence.
    package var problem: String?
}
