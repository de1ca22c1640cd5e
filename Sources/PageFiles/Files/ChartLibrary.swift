import Foundation
import Synchronization

/// The library that draws charts, from where Debian puts it (libjs-chart.js): it comes with the system, not with us.
package final class ChartLibrary: Sendable {
    package static let installed = ChartLibrary(folder: "/usr/share/javascript/chart.js")
    private static let names = ["chart.esm.js", "chunks/helpers.segment.js"]

    private let folder: String
    private let files = Mutex<[String: PageFile]>([:])

    init(folder: String) { self.folder = folder }

    package var isThere: Bool { Self.names.allSatisfy { FileManager.default.isReadableFile(atPath: "\(folder)/\($0)") } }

    /// Nil for any other address, and where the library is not installed. Read and compressed at the first time.
    package func file(at address: String) -> PageFile? {
        guard let name = Self.names.first(where: { address == "/chart.js/\($0)" }) else { return nil }
        return files.withLock { files in
            if let known = files[name] { return known }
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
            let file = PageFile(name, Array(bytes))
            files[name] = file
            return file
        }
    }
}
