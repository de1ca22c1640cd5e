import CPage
import Foundation

/// The web page's files by address: those that lie at the root, and all others below an address that changes with any
/// of them, so that browsers keep them for good and never mix two versions.
struct Page: Sendable {
    private static let rootFiles: Set<String> = ["index.html", "service-worker.js", "manifest.webmanifest"]

    /// Of all the files.
    let version: String
    private let files: [String: PageFile]

    /// As it is in the program. Compresses it.
    static var embedded: Page { Page(embeddedFiles) }

    /// As it lies in a folder now, for whoever changes it.
    init(folder: URL) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        var contents: [String: [UInt8]] = [:]
        for path in paths where !path.contains("/.") && !path.hasPrefix(".") {
            let file = folder.appending(path: path)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
            contents[path] = Array(try Data(contentsOf: file))
        }
        self.init(contents)
    }

    init(_ contents: [String: [UInt8]]) {
        let names = contents.keys.sorted()
        version = names.flatMap { name in Array("\(name) \((contents[name] ?? []).contentHash)\n".utf8) }.contentHash
        let base = "/page-\(version)/"
        let kept = names.filter { !Self.rootFiles.contains($0) }.map { base + $0 }
        files = Dictionary(
            uniqueKeysWithValues: names.map { name in
                guard Self.rootFiles.contains(name) else { return (base + name, PageFile(name, contents[name] ?? [])) }
                let text = Self.filled(contents[name] ?? [], base: base, kept: kept)
                return (name == "index.html" ? "/" : "/\(name)", PageFile(name, text))
            })
    }

    func file(at address: String) -> PageFile? { files[address] }

    /// The same, also for the address that the file had in another version.
    func latest(at address: String) -> PageFile? {
        guard Self.isForGood(address) else { return files[address] }
        let name = address.dropFirst().drop { $0 != "/" }
        return files["/page-\(version)\(name)"]
    }

    /// Whether what lies there never becomes something else.
    static func isForGood(_ address: String) -> Bool { address.hasPrefix("/page-") }

    /// Root files name the others by `/page/`, and a list of them all by `["/page/"]`.
    private static func filled(_ bytes: [UInt8], base: String, kept: [String]) -> [UInt8] {
        let list = kept.map { "\"\($0)\"" }.joined(separator: ", ")
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing("[\"/page/\"]", with: "[\(list)]").replacing("/page/", with: base)
        return Array(text.utf8)
    }

    private static var embeddedFiles: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        while let file = page_file(files.count)?.pointee {
            files[String(cString: file.name)] = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
        }
        return files
    }
}
