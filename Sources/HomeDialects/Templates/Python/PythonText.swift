/// Texts as Python has them: sequences of code points, compared bit by bit.
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

    /// Where `part` begins in `text`, in bytes, from left to right without overlap.
    static func places(of part: String, in text: String, limit: Int = .max) throws(DialectError) -> [Int] {
        let (part, text) = (Array(part.utf8), Array(text.utf8))
        guard !part.isEmpty else { return limit > 0 ? [0] : [] }
        guard part.count <= text.count else { return [] }
        guard part.count * text.count <= TemplateLimits.searchBytes else { throw .failed("too much to search") }
        var places: [Int] = []
        var place = 0
        while place + part.count <= text.count, places.count < limit {
            if text[place..<place + part.count].elementsEqual(part) {
                places.append(place)
                place += part.count
            } else {
                place += 1
            }
        }
        return places
    }

    static func split(_ text: String, by separator: String, limit: Int = .max) throws(DialectError) -> [String] {
        guard !separator.isEmpty else { throw .failed("an empty separator") }
        let bytes = Array(text.utf8)
        var parts: [String] = []
        var start = 0
        for place in try places(of: separator, in: text, limit: limit) {
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
