import ArgumentParser
import HomeModel

/// Says which subcommand a person may have meant by a word that is none.
enum UnknownSubcommand {
    /// Other words for subcommands, such as those of the page.
    static let synonyms = [
        "batteries": "maintenance batteries", "certificates": "home certificates", "consents": "privacy consents",
        "discover": "devices list --discovered", "erase": "privacy erase", "export": "privacy export",
        "found": "devices list --discovered", "health": "doctor", "history": "readings",
        "incident rotate": "incident keys", "keys": "incident keys", "log": "audit list",
        "maintenance due": "maintenance list --due", "photo": "appliances photo", "pin": "people pin",
        "price": "energy price", "rotate": "incident keys", "tasks": "maintenance", "upkeep": "maintenance",
        "users": "people",
    ]
    private static let mostSuggestions = 3

    /// The message of the parser. Its first line is replaced when a word of the command line should be a subcommand and is
    /// none.
    static func explained(_ message: String, words: [String], root: any ParsableCommand.Type) -> String {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, first.hasPrefix("Error: "),
            let (path, word, level) = unknown(in: words, below: root)
        else { return message }
        // The default subcommand of a level may have arguments; then the word is none of ours unless the parser names it.
        let isNamed = first.contains("nexpected argument") && first.contains("'\(word)'")
        guard isNamed || level.configuration.defaultSubcommand == nil else { return message }
        let place = (["tomte"] + path).joined(separator: " ")
        let sentence = "Error: There is no command “\(place) \(EscapedText(word, limit: 40))”."
        let meant = suggestions(for: word, after: path, level: level).map { "“tomte \($0)”" }
        let question = meant.isEmpty ? "" : " Did you mean \(meant.joined(separator: " or "))?"
        return ([sentence + question] + lines.dropFirst().map(String.init)).joined(separator: "\n")
    }

    /// The first word that should be a subcommand and is none, after the subcommands of `path`.
    private static func unknown(
        in words: [String], below root: any ParsableCommand.Type
    ) -> (path: [String], word: String, level: any ParsableCommand.Type)? {
        var level = root
        var path: [String] = []
        for word in words {
            let children = level.configuration.subcommands
            guard !children.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let next = children.first(where: { $0.configuration.commandName == word }) else {
                return (path, word, level)
            }
            level = next
            path.append(word)
        }
        return nil
    }

    private static func suggestions(
        for word: String, after path: [String], level: any ParsableCommand.Type
    ) -> [String] {
        let wanted = word.lowercased()
        if let synonym = synonyms[(path + [wanted]).joined(separator: " ")] { return [synonym] }
        let names = level.configuration.subcommands.compactMap { $0.configuration.commandName }
        let near = names.filter { isNear($0, to: wanted) }
        return near.prefix(mostSuggestions).map { (path + [$0]).joined(separator: " ") }
    }

    private static func isNear(_ name: String, to word: String) -> Bool {
        let isBeginning = min(name.count, word.count) > 2 && (name.hasPrefix(word) || word.hasPrefix(name))
        return isBeginning || editDistance(Array(name), to: Array(word)) <= (word.count > 4 ? 2 : 1)
    }

    /// The Levenshtein distance: how many characters must be added, removed or replaced.
    private static func editDistance(_ left: [Character], to right: [Character]) -> Int {
        guard left.count <= 40, right.count <= 40 else { return .max }
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var next = [index + 1]
            for (column, other) in right.enumerated() {
                let replaced = row[column] + (character == other ? 0 : 1)
                next.append(min(replaced, row[column + 1] + 1, next[column] + 1))
            }
            row = next
        }
        return row[right.count]
    }
}
