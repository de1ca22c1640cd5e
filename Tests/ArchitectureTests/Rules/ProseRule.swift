/// Checks the words of comments and messages: those that language.md of the project replaced by plain ones.
enum ProseRule {
    /// Words without a named subject, and the terms that the glossary retired.
    private static let phrases: [String] = [
        "whoever", "whomever", "nobody", "somebody", "anew", "is told", "are told", "was told", "were told", "be told",
        "state board", "command ledger", "reading log", "believed batch", "held batch", "door sign", "telling words",
        "reading pace", "confinement probe", "the clock that nobody sets",
    ]

    /// Names that were replaced; the glossary says by what.
    private static let names: [String] = [
        "StateBoard", "CommandLedger", "DeviceHearing", "CommandEnding", "AuditedActs", "ActRefusal", "DoorSign",
        "ReaderSeats", "PairingDesk", "RetentionKeeper", "RootKeeper", "HeldBatch", "TellingWords", "ReadingPace",
        "DialectSpeaker", "BrokerDoor", "BrokerGate", "Doorkeeper", "NonceGiver", "WriteLine", "BlockingQueues",
    ]

    static func violations(in file: SourceFile) -> [Violation] {
        let code = file.code
        return zip(file.lines, code).enumerated().flatMap { index, pair in
            let (line, code) = pair
            let found = words(line, code: code) + names.filter { contains($0, in: code) }
            return found.map {
                Violation(path: file.path, line: index + 1, message: "“\($0)”: name the subject, in a plain word")
            }
        }
    }

    /// The phrases in the comments and literals of a line: in what `SwiftCode` replaces by spaces.
    private static func words(_ line: String, code: String) -> [String] {
        guard line != code else { return [] }
        let lower = (line: line.lowercased(), code: code.lowercased())
        return phrases.filter { contains($0, in: lower.line) && !contains($0, in: lower.code) }
    }

    /// Whether the text contains the phrase between characters that are no letters.
    private static func contains(_ phrase: String, in text: String) -> Bool {
        guard text.includes(phrase) else { return false }
        return text.ranges(of: phrase).contains { range in
            let before = range.lowerBound == text.startIndex ? " " : text[text.index(before: range.lowerBound)]
            let after = range.upperBound == text.endIndex ? " " : text[range.upperBound]
            return !before.isLetter && !after.isLetter
        }
    }
}
