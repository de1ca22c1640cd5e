/// Breaks the long lines in the messages of the argument parser, which breaks only its help texts by itself.
enum ParserMessage {
    /// The beginnings of the lines that may be too long.
    private static let heads = ["USAGE: ", "Usage: ", "Error: ", "Help:  "]

    /// The message with lines of at most `columns`. Every other line stays as it is, so that scripts for the completion of
    /// shells are not changed.
    static func wrapped(_ message: String, columns: Int) -> String {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            guard TextWidth.columns(of: String(line)) > columns, let head = heads.first(where: line.hasPrefix) else {
                return [String(line)]
            }
            let rest = line.dropFirst(head.count)
            let isUsage = head.uppercased() == heads.first
            return filled(isUsage ? arguments(rest) : words(rest), after: head, columns: columns)
        }
        return lines.joined(separator: "\n")
    }

    private static func words(_ text: Substring) -> [String] { text.split(separator: " ").map(String.init) }

    /// The words of a usage, in which an option stays beside its value: `[--role <role>]`, `--from <from>`, `<file> ...`.
    private static func arguments(_ text: Substring) -> [String] {
        words(text).reduce(into: []) { units, word in
            let last = units.last ?? ""
            let isOpen = last.count { $0 == "[" } > last.count { $0 == "]" }
            let isValue = word.hasPrefix("<") && last.hasPrefix("-") && !last.contains(" ")
            if isOpen || isValue || word == "..." && !units.isEmpty {
                units[units.count - 1] += " \(word)"
            } else {
                units.append(word)
            }
        }
    }

    /// As many words in each line as fit. The first line begins with `head`, the others with spaces of the same width.
    private static func filled(_ words: [String], after head: String, columns: Int) -> [String] {
        let indent = String(repeating: " ", count: head.count)
        var lines: [String] = []
        var line = head
        var isEmpty = true
        for word in words {
            let next = isEmpty ? line + word : "\(line) \(word)"
            if isEmpty || TextWidth.columns(of: next) <= columns {
                line = next
            } else {
                lines.append(line)
                line = indent + word
            }
            isEmpty = false
        }
        return lines + [line]
    }
}
