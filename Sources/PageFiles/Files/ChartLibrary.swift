import Foundation

/// The library that draws charts, from where Debian puts it (libjs-chart.js): it comes with the system, not with us.
package struct ChartLibrary: Sendable {
    package static let installed = ChartLibrary(folder: "/usr/share/javascript/chart.js")
    private static let names = ["chart.esm.js", "chunks/helpers.segment.js"]

    private let folder: String

    init(folder: String) { self.folder = folder }

    package var isThere: Bool {
        Self.names.allSatisfy { FileManager.default.isReadableFile(atPath: "\(folder)/\($0)") }
    }

    /// Reads and compresses it. Nil for any other address, and where the library is not installed.
    func file(at address: String) -> PageFile? {
        guard let name = Self.names.first(where: { address == "/chart.js/\($0)" }) else { return nil }
        return FileManager.default.contents(atPath: "\(folder)/\(name)").map { PageFile(name, Array($0)) }
    }
}
