import Foundation

/// The library that draws charts. It comes with the system, in Debian's package libjs-chart.js, and not with this
/// program.
package struct ChartLibrary: Sendable {
    package static let installed = ChartLibrary(folder: "/usr/share/javascript/chart.js")
    private static let names = ["chart.esm.js", "chunks/helpers.segment.js"]

    private let folder: String

    init(folder: String) { self.folder = folder }

    /// Whether all of its files can be opened.
    package var isInstalled: Bool {
        Self.names.allSatisfy { FileManager.default.isReadableFile(atPath: "\(folder)/\($0)") }
    }

    /// Loads and compresses the file at this address. Nil for any other address, and when the library is not installed.
    func file(at address: String) -> StaticFile? {
        guard let name = Self.names.first(where: { address == "/chart.js/\($0)" }) else { return nil }
        return FileManager.default.contents(atPath: "\(folder)/\(name)").map { StaticFile(name, bytes: Array($0)) }
    }
}
