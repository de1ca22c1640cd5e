/// Texts as in Python: sequences of code points that are compared bit by bit.
enum PythonText {
    static func isEqual(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

    static func checked(_ text: String) throws(DialectError) -> String {
        guard text.utf8.count <= TemplateLimits.textBytes else { throw .failed("a text that is too long") }
        return text
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80
            ? scalar == " " || (0x09...0x0D).contains(scalar.value) || (0x1C...0x1F).contains(scalar.value)
            : scalar.properties.isWhitespace
    }

    static func stripped(_ text: String, of isOutside: (Unicode.Scalar) -> Bool = isSpace) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, isOutside(first) || isOutside(last) else {
            return text
        }
        guard let start = scalars.firstIndex(where: { !isOutside($0) }),
            let end = scalars.lastIndex(where: { !isOutside($0) })
        else { return "" }
        return String(scalars[start...end])
    }

    /// The byte offsets at which `part` begins in `text`, from left to right without overlap.
    static func offsets(of part: String, in text: String, limit: Int = .max) -> [Int] {
        let part = Array(part.utf8)
        guard !part.isEmpty else { return limit > 0 ? [0] : [] }
        let borders = borders(of: part)
        var offsets: [Int] = []
        var matched = 0
        for (place, byte) in text.utf8.enumerated() where offsets.count < limit {
            while matched > 0, part[matched] != byte { matched = borders[matched - 1] }
            if part[matched] == byte { matched += 1 }
            if matched == part.count {
                offsets.append(place + 1 - part.count)
                matched = 0
            }
        }
        return offsets
    }

    /// For each prefix, the length of its longest proper suffix that is also a prefix (Knuth, Morris and Pratt), so
    /// that the search reads each byte of a text once.
    private static func borders(of part: [UInt8]) -> [Int] {
        var borders = Array(repeating: 0, count: part.count)
        var length = 0
        for index in part.indices.dropFirst() {
            while length > 0, part[index] != part[length] { length = borders[length - 1] }
            if part[index] == part[length] { length += 1 }
            borders[index] = length
        }
        return borders
    }

    /// Joins the elements. `isStrict` accepts only texts, as Python's `join` does; Jinja2's filter converts all
    /// elements to text.
    static func joined(
        _ elements: [PythonValue], by separator: String, isStrict: Bool = false
    ) throws(DialectError) -> String {
        var text = ""
        for (index, element) in elements.enumerated() {
            if index > 0 { text += separator }
            if isStrict, case .text = element {} else if isStrict { throw .failed("“.join” of \(element.kind)") }
            text = try checked(text + (try element.text()))
        }
        return text
    }

    static func split(_ text: String, by separator: String, limit: Int = .max) throws(DialectError) -> [String] {
        guard !separator.isEmpty else { throw .failed("an empty separator") }
        let bytes = Array(text.utf8)
        var parts: [String] = []
        var start = 0
        for place in offsets(of: separator, in: text, limit: min(limit, TemplateLimits.elements)) {
            parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
            start = place + separator.utf8.count
        }
        guard parts.count < TemplateLimits.elements else { throw .failed("a list that is too long") }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }

    static func replace(
        _ old: String, by new: String, in text: String, limit: Int = .max
    ) throws(DialectError) -> String {
        guard !old.isEmpty else { throw .failed("nothing to replace") }
        let parts = try split(text, by: old, limit: limit)
        guard parts.count * new.utf8.count <= TemplateLimits.textBytes else { throw .failed("a text that is too long") }
        return try checked(parts.joined(separator: new))
    }
}
