/// The path of a file in an archive, which every file system accepts and which cannot leave the folder into which the
/// archive is unpacked.
///
/// A path has only letters and digits of ASCII, `.`, `-` and `_`, whatever text it was made from: names of people may
/// contain slashes, control characters or characters that Windows refuses.
package struct ZIPEntryName: Hashable, Sendable {
    package static let maximumComponentBytes = 100

    /// The components, separated by `/`.
    package let path: String

    /// `components` are the folders and, last, the file. Other characters than the permitted ones become `-`.
    package init(_ components: [String]) {
        let safe = components.map(Self.component)
        path = safe.isEmpty ? Self.component("") : safe.joined(separator: "/")
    }

    private init(path: String) { self.path = path }

    /// Windows and macOS do not distinguish upper and lower case.
    var key: String { path.lowercased() }

    /// The same path with a number before the extension of the file: `power.csv` becomes `power-2.csv`.
    package func numbered(_ number: Int) -> ZIPEntryName {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[start...].lastIndex(of: "."), dot > start else {
            return ZIPEntryName(path: "\(path)-\(number)")
        }
        return ZIPEntryName(path: "\(path[..<dot])-\(number)\(path[dot...])")
    }

    private static func component(_ text: String) -> String {
        let reduced = text.unicodeScalars.prefix(maximumComponentBytes).map { isAllowed($0) ? Character($0) : "-" }
        // A name with a leading dot is hidden, and `.` and `..` are folders.
        let visible = String(reduced.drop { $0 == "." })
        // Windows drops a final dot.
        let trimmed = String(visible.reversed().drop { $0 == "." }.reversed())
        if trimmed.isEmpty { return "_" }
        return isReserved(trimmed) ? "_\(trimmed)" : trimmed
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": true
        default: false
        }
    }

    /// Whether Windows takes the name for a device, with any extension.
    private static func isReserved(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.lowercased()
        if ["con", "prn", "aux", "nul"].contains(stem) { return true }
        return stem.count == 4 && (stem.hasPrefix("com") || stem.hasPrefix("lpt")) && stem.last?.isNumber == true
    }
}
