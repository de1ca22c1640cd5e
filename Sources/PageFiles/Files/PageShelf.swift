import BlockingQueues
package import Foundation

/// Where browsers' requests for files are answered from. Reading and compressing has a thread of its own: no other
/// request waits for it.
package actor PageShelf {
    private let queue = BlockingQueue(label: "tomte.page")
    private let folder: URL?
    private let charts: ChartLibrary
    private lazy var embedded = Page.embedded
    private var chartFiles: [String: PageFile] = [:]

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// With a folder, the page is read from there anew at each request, for whoever changes it.
    package init(folder: URL? = nil, charts: ChartLibrary = .installed) {
        self.folder = folder
        self.charts = charts
    }

    /// Nil when nothing lies there. What is for good never becomes something else.
    package func file(at address: String) -> (file: PageFile, isForGood: Bool)? {
        if let file = chartFile(at: address) { return (file, false) }
        if let folder { return (try? Page(folder: folder))?.latest(at: address).map { ($0, false) } }
        return embedded.file(at: address).map { ($0, Page.isForGood(address)) }
    }

    private func chartFile(at address: String) -> PageFile? {
        if let known = chartFiles[address] { return known }
        let file = charts.file(at: address)
        chartFiles[address] = file
        return file
    }
}
