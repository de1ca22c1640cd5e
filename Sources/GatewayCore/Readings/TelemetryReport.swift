package import HomeModel

/// A report that a link received on its telemetry connection.
package struct TelemetryReport: Sendable {
    /// A reading, a change of a state, or a message that could not be decoded.
    package enum Content: Sendable {
        case reading(ReportedReading)
        case change(StateChange)
        /// The link could not decode the report: a code for counters, a sentence for the log.
        case unreadable(DeviceID, code: String, detail: String)
    }

    package let content: Content
    /// Whether the broker retained the report: it is a present state, but not new.
    package let isRetained: Bool
    /// Whether the time is the one that the device wrote, and not the time of arrival.
    package let hasOwnTime: Bool

    package init(_ content: Content, isRetained: Bool, hasOwnTime: Bool = false) {
        self.content = content
        self.isRetained = isRetained
        self.hasOwnTime = hasOwnTime
    }
}
