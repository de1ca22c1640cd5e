/// One Swift file of the repository.
struct SourceFile: Sendable {
    /// The path from the root of the repository, such as `Sources/HomeModel/Names/DisplayName.swift`.
    let path: String
    /// The lines as they are in the file.
    let lines: [String]
    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The lines without comments and literals.
    var code: [String] { SwiftCode(lines.joined(separator: "\n")).lines }

    /// The target: X for a file in `Sources/X`, `simulators/X` or `Tests/X`.
    var target: String { folders.count > 1 ? folders[1] : folders.first ?? "" }
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    /// The number of folders between the folder of the target and the file.
    var depth: Int { max(0, folders.count - 2) }

    private var folders: [String] { path.split(separator: "/").dropLast().map(String.init) }
}
