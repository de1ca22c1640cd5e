package import HomeModel

/// `GET /clock`.
package struct ClockBody: Codable, Sendable {
    package let time: Timestamp
    /// Whether rights with a time limit are decided by it.
    package let isKnown: Bool
    /// Whether the kernel calls it synchronised.
    package let isSynchronised: Bool

    package init(time: Timestamp, isKnown: Bool, isSynchronised: Bool) {
        self.time = time
        self.isKnown = isKnown
        self.isSynchronised = isSynchronised
    }
}

/// `POST /clock/confirmation`.
package struct ClockConfirmationBody: Codable, Sendable {
    /// What is right now.
    package let time: Timestamp

    package init(time: Timestamp) { self.time = time }
}
