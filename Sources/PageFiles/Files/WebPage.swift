import CPage
import Foundation
import GatewayWire

/// The web page's files by address. Some are at the root; all others are below a path that changes with any of them, so
/// that browsers can cache them forever and never mix two versions.
struct WebPage: Sendable {
    private static let rootFiles: Set<String> = ["index.html", "service-worker.js", "manifest.webmanifest"]
    /// The module that contains the catalogue of capabilities.
    private static let catalogueModule = "core/capabilities.js"
    private static let cataloguePlaceholder = "[\"/capabilities/\"]"

    /// A hash of all files.
    let version: String
    private let files: [String: StaticFile]

    /// The page that is built into the program. Each access compresses it.
    static var embedded: WebPage { WebPage(embeddedFiles) }

    init(_ written: [String: [UInt8]]) {
        var contents = written
        // Before the version is computed: a page with another catalogue is another version.
        contents[Self.catalogueModule] = written[Self.catalogueModule].map(Self.withCatalogue)
        let names = contents.keys.sorted()
        version = names.flatMap { name in Array("\(name) \((contents[name] ?? []).contentHash)\n".utf8) }.contentHash
        let base = "/page-\(version)/"
        let kept = names.filter { !Self.rootFiles.contains($0) }.map { base + $0 }
        files = Dictionary(
            uniqueKeysWithValues: names.map { name in
                guard Self.rootFiles.contains(name) else {
                    return (base + name, StaticFile(name, bytes: contents[name] ?? []))
                }
                let text = Self.filled(contents[name] ?? [], base: base, kept: kept)
                return (name == "index.html" ? "/" : "/\(name)", StaticFile(name, bytes: text))
            })
    }

    func file(at address: String) -> StaticFile? { files[address] }

    /// The file at this address; also at the address that it had in another version.
    func latest(at address: String) -> StaticFile? {
        guard Self.isImmutable(address) else { return files[address] }
        let name = address.dropFirst().drop { $0 != "/" }
        return files["/page-\(version)\(name)"]
    }

    /// Whether the content at this address never changes.
    static func isImmutable(_ address: String) -> Bool { address.hasPrefix("/page-") }

    /// The content of a root file with its placeholders replaced: `/page/` by the path of this version, and
    /// `["/page/"]` by a list of all files below it.
    private static func filled(_ bytes: [UInt8], base: String, kept: [String]) -> [UInt8] {
        let list = kept.map { "\"\($0)\"" }.joined(separator: ", ")
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing("[\"/page/\"]", with: "[\(list)]").replacing("/page/", with: base)
        return Array(text.utf8)
    }

    /// The module with its placeholder replaced by the rows of the catalogue, as the API returns them.
    private static func withCatalogue(_ module: [UInt8]) -> [UInt8] {
        let rows = String(decoding: CapabilityRowBody.encodedCatalogue, as: UTF8.self)
        return Array(String(decoding: module, as: UTF8.self).replacing(cataloguePlaceholder, with: rows).utf8)
    }

    private static var embeddedFiles: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        while let file = page_file(files.count)?.pointee {
            files[String(cString: file.name)] = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
        }
        return files
    }
}
