package import Foundation

/// The times at which a grant or deny is in effect, and how often it may be used.
package struct AccessConditions: Hashable, Sendable, Codable {
    /// The first moment at which the conditions are met; nil for no limit.
    package let notBefore: Timestamp?
    /// The first moment at which the conditions are no longer met; nil for no limit.
    package let notAfter: Timestamp?
    /// The hours of the week at which the conditions are met; empty for all hours.
    package let windows: [WeeklyWindow]
    /// How often the grant may be used; nil for no limit.
    package let maximumUses: Int?

    package init(
        notBefore: Timestamp? = nil, notAfter: Timestamp? = nil, windows: [WeeklyWindow] = [], maximumUses: Int? = nil
    ) {
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.windows = windows
        self.maximumUses = maximumUses
    }

    /// Whether all conditions are met after `uses` uses.
    package func areMet(at now: Timestamp, uses: Int, in zone: TimeZone) -> Bool {
        if let notBefore, now < notBefore { return false }
        if let notAfter, now >= notAfter { return false }
        if let maximumUses, uses >= maximumUses { return false }
        guard !windows.isEmpty else { return true }
        let local = LocalMinute(now, in: zone)
        return windows.contains { $0.contains(local) }
    }
}
