import Foundation

/// One Swift file of the repository.
struct SourceFile: Sendable {
    /// The path from the root of the repository, such as `Sources/HomeModel/Names/DisplayName.swift`.
    let path: String
    /// The lines as they are in the file.
    let lines: [String]
    /// The lines without comments and literals.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        code = SwiftCode(text).lines
    }

    /// The target: X for a file in `Sources/X`, `simulators/X` or `Tests/X`.
    var target: String { folders.count > 1 ? folders[1] : folders.first ?? "" }
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    /// The folder that contains the file.
    var folder: String { folders.last ?? "" }
    /// The number of folders between the folder of the target and the file.
    var depth: Int { max(0, folders.count - 2) }

    private var folders: [String] { path.split(separator: "/").dropLast().map(String.init) }
}

/// The repository's Swift files.
enum SourceTree {
    /// The files of the product.
    static let product = files(below: "Sources") + files(below: "simulators")
    /// The code that the tests and benchmarks of all targets share.
    static let support = tests.filter { $0.target == "TestSupport" } + benchmarks
    static let tests = files(below: "Tests")
    static let all = product + tests + benchmarks
    /// The modules of the page. Their comments and literals are written as in Swift.
    static let page = files(below: "page", suffix: ".js")
    private static let benchmarks = files(below: "Benchmarks")

    static var manifest: String? { try? String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8) }

    private static var root: URL {
        // <root>/Tests/ArchitectureTests/Sources/SourceFile.swift
        (0..<4).reduce(URL(filePath: #filePath).resolvingSymlinksInPath()) { url, _ in url.deletingLastPathComponent() }
    }

    private static func files(below folder: String, suffix: String = ".swift") -> [SourceFile] {
        let top = root.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(suffix) }.sorted().compactMap { path in
            guard let text = try? String(contentsOf: top.appending(path: path), encoding: .utf8) else { return nil }
            return SourceFile(path: "\(folder)/\(path)", text: text)
        }
    }
}

/// A line that breaks a rule. The message contains the reason and the remedy.
struct Violation: Equatable, CustomStringConvertible {
    let path: String
    /// The number of the line, counted from 1.
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}

extension String {
    /// Whether the text contains `text`, byte by byte. Most lines contain nothing that a rule looks for, and this finds that
    /// out much sooner than a search by characters.
    func includes(_ text: String) -> Bool { strstr(self, text) != nil }
}
