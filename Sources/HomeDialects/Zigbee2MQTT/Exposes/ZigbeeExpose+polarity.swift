import HomeModel

extension ZigbeeExpose {
    /// The values that a contact reports when it is closed and when it is open.
    ///
    /// `value_on` alone is ambiguous: for most contacts it means open, for some it means closed. The words of the
    /// values decide first, then the description, then the key: a `contact` that is `true` is closed.
    var contactValues: (closed: JSONValue, open: JSONValue)? {
        guard case .binary(let off, let on) = form else { return nil }
        let meanings = [off, on].map { $0.text.flatMap { Vocabulary.meaning(of: $0, in: .valve) } }
        if meanings == ["open", "closed"] { return (on, off) }
        if meanings == ["closed", "open"] { return (off, on) }
        if let closed { return closed.isSame(as: on) ? (on, off) : (off, on) }
        if SafetyKeywords.words(of: key).contains("contact"), let isOn = on.boolean {
            return isOn ? (on, off) : (off, on)
        }
        return (off, on)
    }
}

extension ZigbeeExpose.Form {
    /// The value that a description assigns to closed, as in `closed (= true)`, `true: closed` or `ON if open`.
    func valueMeaningClosed(in description: String) -> JSONValue? {
        guard case .binary(let off, let on) = self else { return nil }
        let tokens = Self.tokens(of: description)
        for (left, rest) in zip(tokens, tokens.indices.dropFirst()) {
            guard Self.connecting.contains(tokens[rest]), rest + 1 < tokens.count else { continue }
            let pair = [left, tokens[rest + 1]]
            guard let state = pair.lazy.compactMap({ Vocabulary.meaning(of: $0, in: .valve) }).first,
                let said = [off, on].first(where: { value in pair.contains { value.isNamed($0) } })
            else { continue }
            return (state == "closed") == said.isSame(as: on) ? on : off
        }
        return nil
    }

    private static let connecting: Set<String> = ["=", ":", "if", "when", "means", "is", "for"]

    /// The words in lower case and the signs that can connect two of them.
    private static func tokens(of description: String) -> [String] {
        var spaced = ""
        for character in description.lowercased().prefix(512) {
            switch character {
            case "=", ":": spaced += " \(character) "
            case "(", ")", "\"", "'", "`": spaced += " "
            // These signs end a statement.
            case ",", ";", ".": spaced += " , "
            default: spaced.append(character)
            }
        }
        return spaced.split(separator: " ").map(String.init)
    }
}

extension JSONValue {
    fileprivate func isNamed(_ word: String) -> Bool { (text ?? description).lowercased() == word }
}
