import Foundation

/// A folder with the files of the page, for developers who change them.
struct PageFolder {
    private struct FileState: Equatable {
        let size: Int
        let modified: Date
    }

    private let url: URL
    private var states: [String: FileState] = [:]
    private var loaded: WebPage?

    init(_ url: URL) { self.url = url }

    /// The page as it is in the folder now. It is loaded again only after a file has changed, because that takes much
    /// longer than a request may. Throws when a file cannot be loaded.
    mutating func page() throws -> WebPage {
        let states = try currentStates()
        if let loaded, states == self.states { return loaded }
        let contents = try states.keys.map { ($0, Array(try Data(contentsOf: url.appending(path: $0)))) }
        let page = WebPage(Dictionary(uniqueKeysWithValues: contents))
        (self.states, loaded) = (states, page)
        return page
    }

    /// The size and the modification time of each file by its path, without hidden files.
    private func currentStates() throws -> [String: FileState] {
        var states: [String: FileState] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: url.path)
        where !path.contains("/.") && !path.hasPrefix(".") {
            let values = try url.appending(path: path)
                .resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey, .contentModificationDateKey])
            guard values.isRegularFile == true, let size = values.fileSize else { continue }
            states[path] = FileState(size: size, modified: values.contentModificationDate ?? .distantPast)
        }
        return states
    }
}
