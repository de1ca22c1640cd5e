/// How the broker is, for `tomte status`.
package struct BrokerHealth: Sendable, Equatable {
    /// Nil while it is down.
    package var pid: Int32?
    package var port: UInt16
    /// Nil while no device has a password.
    package var compatibilityPort: UInt16?
    /// Times that it died and was started again since this gateway started.
    package var restarts: Int
    /// Whether it was already running when this gateway started.
    package var wasReattached: Bool
    /// Damaged databases that were set aside, by file name.
    package var quarantined: [String]
    /// What a killed broker can lose of what it still held.
    package var saveWindowSeconds: Int
    /// Why it is down, in one sentence.
    package var problem: String?
}
