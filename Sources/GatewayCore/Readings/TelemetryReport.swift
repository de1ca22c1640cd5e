package import HomeModel

/// One thing that a link heard on its telemetry lane.
package struct TelemetryReport: Sendable {
    package enum Content: Sendable {
        case reading(ReportedReading)
        case change(StateChange)
        /// Its link could not read it: a code for counters, a sentence for the log.
        case unreadable(DeviceID, code: String, detail: String)
    }

    package let content: Content
    /// The broker remembered it: a state, but no news.
    package let isRetained: Bool
    /// Its time is what the device wrote, and not when it arrived.
    package let hasOwnTime: Bool

    package init(_ content: Content, isRetained: Bool, hasOwnTime: Bool = false) {
        self.content = content
        self.isRetained = isRetained
        self.hasOwnTime = hasOwnTime
    }
}
