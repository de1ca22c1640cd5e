/// Allows a negative number as the value of a command, as in `tomte send heater targetTemperature -5`. The parser
/// treats each word that begins with a dash as an option, unless it comes after `--`.
enum NegativeValue {
    private static let subcommand = "send"
    /// The options of the subcommand that have no value.
    private static let flags: Set<String> = ["--json"]

    /// The command line with a negative value moved to its end, after `--`. Any other command line is unchanged.
    static func movedToEnd(of words: [String]) -> [String] {
        guard words.first == subcommand, !words.contains("--") else { return words }
        let index = words.indices.dropFirst().first { index in
            let before = words[index - 1]
            return isNegative(words[index]) && (!before.hasPrefix("-") || flags.contains(before))
        }
        guard let index else { return words }
        var words = words
        let value = words.remove(at: index)
        return words + ["--", value]
    }

    /// Whether the word begins like a negative number; a unit may follow.
    private static func isNegative(_ word: String) -> Bool {
        let digits = word.dropFirst().drop { $0 == "." }
        return word.first == "-" && digits.first.map { $0.isASCII && $0.isNumber } ?? false
    }
}
