package import Foundation

/// How long the certificates of a home are valid, and when they are replaced. All values are in seconds.
package enum CertificateLifetime {
    /// The roots. They outlive the devices and phones on which they are installed.
    package static let root = days(20 * 365)
    /// The certificates of devices, of the listeners and of the gateway's own connections.
    package static let leaf = days(365)
    /// The certificates of the gateway's short-lived clients, which are issued for each use.
    package static let probe: TimeInterval = 300

    /// The gateway's own leaf certificates are renewed, with the same key, when this much time is left.
    package static let renewal = days(30)
    /// The ledger keeps the entry of an expired certificate for this long. After that, its date alone refuses it.
    static let expiredEntry = days(7)
    /// Certificates are dated back by this much, so that peers whose clocks are slightly late do not see them as not
    /// yet valid.
    static let clockSkew: TimeInterval = 3600

    /// Returns the seconds of `count` days; such a day always has 24 hours.
    package static func days(_ count: Double) -> TimeInterval { count * 86_400 }

    /// Returns the number of whole days in `seconds`, rounded down.
    static func wholeDays(in seconds: TimeInterval) -> Int { Int((seconds / days(1)).rounded(.down)) }
}
