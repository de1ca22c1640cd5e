/// The lower half of `--help`.
enum Example {
    /// Notes, then command lines that can be typed as they stand.
    static func discussion(_ notes: String = "", _ commands: String...) -> String {
        let heading = commands.count == 1 ? "EXAMPLE:" : "EXAMPLES:"
        let lines = [heading] + commands.map { "  \($0)" }
        return (notes.isEmpty ? "" : notes + "\n\n") + lines.joined(separator: "\n")
    }
}
