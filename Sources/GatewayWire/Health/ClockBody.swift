package import HomeModel

/// `GET /clock`.
package struct ClockBody: Codable, Sendable {
    package let time: Timestamp
    /// Whether the gateway trusts this time, so that it decides about rights with a time limit.
    package let isKnown: Bool
    /// Whether the kernel reports the clock as synchronised.
    package let isSynchronised: Bool

    package init(time: Timestamp, isKnown: Bool, isSynchronised: Bool) {
        self.time = time
        self.isKnown = isKnown
        self.isSynchronised = isSynchronised
    }
}

/// `POST /clock/confirmation`.
package struct ClockConfirmationBody: Codable, Sendable {
    /// The correct time now.
    package let time: Timestamp

    package init(time: Timestamp) { self.time = time }
}
