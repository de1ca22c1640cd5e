import Foundation

/// The repository's Swift files.
enum SourceTree {
    /// The files of the product.
    static let product = files(below: "Sources") + files(below: "simulators")
    /// The code that the tests and benchmarks of all targets share.
    static let support = files(below: "Tests/TestSupport") + files(below: "Benchmarks")
    static let tests = files(below: "Tests")
    static let all = product + tests + files(below: "Benchmarks")

    static var manifest: String? { try? String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8) }

    private static var root: URL {
        // <root>/Tests/ArchitectureTests/Sources/SourceTree.swift
        (0..<4).reduce(URL(filePath: #filePath).resolvingSymlinksInPath()) { url, _ in url.deletingLastPathComponent() }
    }

    private static func files(below folder: String) -> [SourceFile] {
        let top = root.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
            guard let text = try? String(contentsOf: top.appending(path: path), encoding: .utf8) else { return nil }
            return SourceFile(path: "\(folder)/\(path)", text: text)
        }
    }
}
