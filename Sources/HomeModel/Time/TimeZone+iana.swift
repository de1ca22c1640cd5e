package import Foundation

extension TimeZone {
    private static let longestName = 64
    private static let areas: Set<Substring> = [
        "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
        "Etc",
    ]

    /// Creates the time zone with an IANA name such as `Europe/Stockholm`, or `UTC`. Nil when this machine does not know
    /// it.
    ///
    /// Also nil for the other names that Foundation accepts: abbreviations such as `EST`, offsets such as `GMT+1`, and
    /// names that browsers do not know.
    package init?(iana name: String) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard name.utf8.count <= Self.longestName, name.utf8.allSatisfy(\.isOfTimeZoneName),
            parts.count > 1 ? Self.areas.contains(parts[0]) : ["UTC", "GMT"].contains(name)
        else { return nil }
        self.init(identifier: name)
    }

    /// Whether this is UTC under any of its names. Cities that have the same time are not.
    package var isUTC: Bool {
        ["UTC", "GMT", "GMT0", "UCT", "Zulu", "Universal", "Greenwich"].contains(identifier.split(separator: "/").last)
    }
}

extension UInt8 {
    fileprivate var isOfTimeZoneName: Bool {
        switch UnicodeScalar(self) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "+", "-", "/": true
        default: false
        }
    }
}
