/// `<Target>/<Noun>/<Type>.swift`, and no file that wants to be two.
enum LayoutRule {
    static let maximumLines = 400

    static func sizeViolations(in file: SourceFile) -> [Violation] {
        let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
        guard count > maximumLines else { return [] }
        let message = "\(count) lines; past \(maximumLines) a file wants to be two rooms: split it by noun"
        return [Violation(path: file.path, line: maximumLines + 1, message: message)]
    }

    static func depthViolations(in file: SourceFile) -> [Violation] {
        // Each dialect is a room of its own within its target.
        let most = file.target == "HomeDialects" ? 2 : 1
        guard file.depth > most else { return [] }
        let message = "\(file.depth) folders below \(file.target); at most \(most): name the noun, not the path to it"
        return [Violation(path: file.path, line: 1, message: message)]
    }
}
