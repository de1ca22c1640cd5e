package import HomeModel

// The problems that a verification of the audit log reports.
extension CodedSentence {
    static func unsigned(through end: UInt64) -> Self {
        CodedSentence(
            "unsigned", values: ["sequence": .count(end)], text: "No signature covers the entries up to \(end).")
    }

    static func repeated(_ sequence: UInt64, after last: UInt64) -> Self {
        CodedSentence(
            "repeated", values: ["sequence": .count(sequence), "last": .count(last)],
            text: "Entry \(sequence) appears again after entry \(last).")
    }

    static func unconnected(_ sequence: UInt64, after last: UInt64) -> Self {
        CodedSentence(
            "unconnected", values: ["sequence": .count(sequence), "last": .count(last)],
            text: "Entry \(sequence) does not follow from entry \(last): one of them was changed.")
    }

    static func unknownKey(_ key: String, of sequence: UInt64) -> Self {
        CodedSentence(
            "unknownKey", values: ["sequence": .count(sequence), "key": .text(key)],
            text: "Entry \(sequence) is encrypted with key \(key), which this gateway does not have.")
    }

    static func foreign(_ sequence: UInt64) -> Self {
        CodedSentence(
            "foreign", values: ["sequence": .count(sequence)],
            text: "Entry \(sequence) was not written by this gateway.")
    }

    static func notRemembered(_ sequence: UInt64) -> Self {
        CodedSentence(
            "notRemembered", values: ["sequence": .count(sequence)],
            text: "Entry \(sequence) is not the one that was remembered.")
    }

    static func rememberedIsMissing(_ sequence: UInt64) -> Self {
        CodedSentence(
            "rememberedIsMissing", values: ["sequence": .count(sequence)],
            text: "Entry \(sequence) was remembered, but it is missing.")
    }

    /// `place` is where the data of the entries is damaged.
    static func removed(_ range: ClosedRange<UInt64>, at place: String?) -> Self {
        let isOne = range.lowerBound == range.upperBound
        let which =
            isOne ? "Entry \(range.lowerBound) was" : "Entries \(range.lowerBound) to \(range.upperBound) were"
        var values: [String: SentenceValue] = [
            "first": .count(range.lowerBound), "last": .count(range.upperBound),
        ]
        values["place"] = place.map { .text($0) }
        return CodedSentence(
            isOne ? "removed" : "severalRemoved", values: values,
            text: "\(which) changed or removed\(place.map { " (\($0))" } ?? "").")
    }

    static func noEntry(at place: String) -> Self {
        CodedSentence("noEntry", values: ["place": .text(place)], text: "The data at \(place) is not an entry.")
    }

    static let otherEnd = CodedSentence(
        "otherEnd", text: "The last entry of the log is not the last one that was written.")

    /// `names` are pseudonyms.
    static func keysAreMissing(of names: [String]) -> Self {
        let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        let whose =
            names.count == 1
            ? "The key of a person is missing, although it was not erased"
            : "The keys of \(names.count) people are missing, although they were not erased"
        return CodedSentence(
            "keysAreMissing", values: ["count": .count(names.count), "names": .text(shown)],
            text: "\(whose): entries no longer show who \(shown) was.")
    }

    static func more(_ count: Int) -> Self {
        CodedSentence("more", values: ["count": .count(count)], text: "\(count) more problems are not listed.")
    }
}

// The problems with the files beside the chains.
extension CodedSentence {
    static let headsFileIsForeign = CodedSentence(
        "headsFileIsForeign", text: "The file of signed heads is missing, or this gateway did not sign it.")
    static let headsFileIsOld = CodedSentence(
        "headsFileIsOld", text: "The file of signed heads is not the last one that was signed.")
    static let keysFileIsOld = CodedSentence(
        "keysFileIsOld", text: "The file of the keys of people is missing, or is not the last one that was written.")
    static let logIsClosed = CodedSentence("logIsClosed", text: "\(AuditError.closed)")

    static func unreadableHeads(_ count: Int) -> Self {
        CodedSentence(
            "unreadableHeads", values: ["count": .count(count)],
            text: "\(count) of the two signatures of the heads cannot be read.")
    }

    static func unreadable(_ file: String, because error: AuditError) -> Self {
        CodedSentence(
            "unreadableFile", values: ["file": .text(file)], text: "\(file) cannot be read. \(error)")
    }

    /// A loss that a start of the gateway found. An earlier version stored it without a code.
    package init(_ loss: AuditAnchor.Loss) {
        var values = loss.values ?? [:]
        values["foundAt"] = .text(loss.foundAt.rfc3339)
        if loss.code == nil { values["text"] = .text(loss.sentence) }
        self.init(
            loss.code ?? "earlierLoss", values: values, text: "\(loss.sentence) Found on \(loss.foundAt.rfc3339).")
    }
}

// What a start of the gateway finds by what it remembers outside the log.
extension CodedSentence {
    static func anchorIsMissing(alsoFromDatabase isMissing: Bool) -> Self {
        CodedSentence(
            "anchorIsMissing",
            text: "The saved record of the end of the log is missing from the secrets"
                + (isMissing ? " and from the database" : "")
                + "; entries may have been removed, or an earlier log restored.")
    }

    static let keysAreOld = CodedSentence(
        "keysAreOld",
        text: "The keys of people were removed or damaged, or older ones restored; names in the log cannot be read.")
    static let allKeysAreMissing = CodedSentence(
        "allKeysAreMissing", text: "The keys of people are missing; names in the log cannot be read.")
    static let logIsMissing = CodedSentence(
        "logIsMissing",
        text: "The whole log is missing: its keys and a home in use exist, but the log has no entries.")

    static func missing(_ range: ClosedRange<UInt64>, remembered time: Timestamp) -> Self {
        let isOne = range.lowerBound == range.upperBound
        let which = isOne ? "Entry \(range.lowerBound) is" : "Entries \(range.lowerBound) to \(range.upperBound) are"
        return CodedSentence(
            isOne ? "missing" : "severalMissing",
            values: [
                "first": .count(range.lowerBound), "last": .count(range.upperBound), "time": .text(time.rfc3339),
            ],
            text: "\(which) missing; at \(time.rfc3339) the log ended with entry \(range.upperBound).")
    }

    static func different(_ sequence: UInt64) -> Self {
        CodedSentence(
            "different", values: ["sequence": .count(sequence)],
            text: "Entry \(sequence) differs from the entry that the gateway remembers.")
    }
}
