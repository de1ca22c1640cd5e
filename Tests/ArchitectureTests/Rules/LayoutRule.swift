/// Checks that sources are at `<Target>/<Noun>/<Type>.swift`, and that files are short.
enum LayoutRule {
    static let maximumLines = 400

    static func sizeViolations(in file: SourceFile) -> [Violation] {
        let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
        guard count > maximumLines else { return [] }
        let message = "\(count) lines; a file has at most \(maximumLines): split it by noun"
        return [Violation(path: file.path, line: maximumLines + 1, message: message)]
    }

    static func depthViolations(in file: SourceFile) -> [Violation] {
        // Each dialect has a folder of its own within its target.
        let maximum = file.target == "HomeDialects" ? 2 : 1
        guard file.depth > maximum else { return [] }
        let message = "\(file.depth) folders below \(file.target); at most \(maximum): name the noun, not its path"
        return [Violation(path: file.path, line: 1, message: message)]
    }
}
