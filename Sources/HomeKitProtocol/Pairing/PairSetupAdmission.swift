/// Whether an accessory accepts Pair-Setup now. One value belongs to the accessory and serves all of its connections.
package struct PairSetupAdmission: Hashable, Sendable {
    /// HomeKitADK refuses after 100 wrong codes; HAP-NodeJS after 101.
    package static let maximumFailedAttempts = 100

    package var isPaired = false
    /// Wrong codes since the last right one. A real accessory keeps the number over a restart.
    package var failedAttempts = 0
    /// Whether another connection is in the middle of Pair-Setup.
    package var isBusy = false
    /// Seconds that a controller must wait; nil for no pause. The specification has no pauses since R3.
    package var retryDelay: UInt8?

    package init() {}

    /// The error with which M1 is refused, in the order in which HomeKitADK checks; nil if it is accepted.
    package var refusal: PairingErrorCode? {
        if isPaired { return .unavailable }
        if failedAttempts >= Self.maximumFailedAttempts { return .maxTries }
        if isBusy { return .busy }
        if retryDelay != nil { return .backoff }
        return nil
    }
}
