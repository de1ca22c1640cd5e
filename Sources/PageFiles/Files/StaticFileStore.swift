import Concurrency
package import Foundation

/// Serves the files of the web page. Loading and compressing runs on a separate thread, so that no other request waits
/// for it.
package actor StaticFileStore {
    private let queue = BlockingExecutor(label: "tomte.page")
    private var folder: PageFolder?
    private let charts: ChartLibrary
    private lazy var embedded = WebPage.embedded
    private var chartFiles: [String: StaticFile] = [:]

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// With a folder, the page is that of the folder as it is now, for developers who change it.
    package init(folder: URL? = nil, charts: ChartLibrary = .installed) {
        self.folder = folder.map(PageFolder.init)
        self.charts = charts
    }

    /// The file at this address, and whether the content there never changes; nil when there is no file.
    package func file(at address: String) -> (file: StaticFile, isImmutable: Bool)? {
        if let file = chartFile(at: address) { return (file, false) }
        if folder != nil { return (try? folder?.page())?.latest(at: address).map { ($0, false) } }
        return embedded.file(at: address).map { ($0, WebPage.isImmutable(address)) }
    }

    private func chartFile(at address: String) -> StaticFile? {
        if let known = chartFiles[address] { return known }
        let file = charts.file(at: address)
        chartFiles[address] = file
        return file
    }
}

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
