/// One Swift file of the repository.
struct SourceFile: Sendable {
    /// From the root of the repository, such as `Sources/HomeModel/Names/DisplayName.swift`.
    let path: String
    /// As written.
    let lines: [String]
    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The lines without comments and literals.
    var code: [String] { SwiftCode(lines.joined(separator: "\n")).lines }

    /// `Sources/X/…`, `simulators/X/…` and `Tests/X/…` belong to the target X.
    var target: String { folders.count > 1 ? folders[1] : folders.first ?? "" }
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    /// How many folders lie between the target's own and the file.
    var depth: Int { max(0, folders.count - 2) }

    private var folders: [String] { path.split(separator: "/").dropLast().map(String.init) }
}
