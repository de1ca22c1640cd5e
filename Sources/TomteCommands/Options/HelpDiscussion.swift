/// Makes the discussion in the help text of a subcommand.
enum HelpDiscussion {
    /// Notes, followed by examples, which are complete command lines.
    static func discussion(_ notes: String = "", commands: String...) -> String {
        let heading = commands.count == 1 ? "EXAMPLE:" : "EXAMPLES:"
        let lines = [heading] + commands.map { "  \($0)" }
        return (notes.isEmpty ? "" : notes + "\n\n") + lines.joined(separator: "\n")
    }
}
