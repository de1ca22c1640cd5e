/// `tomte send heater targetTemperature -5`: a negative number as the value of a command. The parser takes each word that
/// begins with a dash for an option, unless it stands behind `--`.
enum NegativeValue {
    private static let verb = "send"
    /// Options of the verb without a value of their own.
    private static let flags: Set<String> = ["--json"]

    /// The command line with a negative value at its end, behind `--`; any other as it is.
    static func movedToEnd(of words: [String]) -> [String] {
        guard words.first == verb, !words.contains("--") else { return words }
        let place = words.indices.dropFirst().first { index in
            let before = words[index - 1]
            return isNegative(words[index]) && (!before.hasPrefix("-") || flags.contains(before))
        }
        guard let place else { return words }
        var words = words
        let value = words.remove(at: place)
        return words + ["--", value]
    }

    /// Whether it is written like a negative number, perhaps with a unit.
    private static func isNegative(_ word: String) -> Bool {
        let digits = word.dropFirst().drop { $0 == "." }
        return word.first == "-" && digits.first.map { $0.isASCII && $0.isNumber } ?? false
    }
}
