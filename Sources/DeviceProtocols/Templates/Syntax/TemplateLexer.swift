import HomeModel

/// A token of a template: text outside of the delimiters, a delimiter, or an element of an expression.
enum TemplateToken: Hashable {
    case data(String)
    case outputBegin, outputEnd, statementBegin, statementEnd, end
    case name(String)
    case text(String)
    case integer(Int64)
    case number(Double)
    case symbol(String)
}

/// Splits a template into the text outside of its delimiters and the tokens inside them.
struct TemplateLexer {
    private let bytes: [UInt8]
    private var position = 0
    private var found: [TemplateToken] = []
    private var closing: [String] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func tokens() throws(DialectError) -> [TemplateToken] {
        while position < bytes.count {
            data()
            guard position < bytes.count else { break }
            let mark = bytes[position + 1]
            position += 2
            if bytes.hasByte("-", at: position) || bytes.hasByte("+", at: position) { position += 1 }
            switch mark {
            case UInt8(ascii: "#"): try comment()
            case UInt8(ascii: "{"): try inside(.outputBegin, end: .outputEnd, mark: "}}")
            default: try inside(.statementBegin, end: .statementEnd, mark: "%}")
            }
        }
        return found + [.end]
    }

    /// Reads the text up to the next `{{`, `{%` or `{#`.
    private mutating func data() {
        let start = position
        while position < bytes.count, !isMark { position += 1 }
        var end = position
        if bytes.hasByte("-", at: position + 2) {
            while end > start, bytes[end - 1].isSpace { end -= 1 }
        }
        guard end > start else { return }
        found.append(.data(String(decoding: bytes[start..<end], as: UTF8.self)))
    }

    private var isMark: Bool {
        guard bytes[position] == UInt8(ascii: "{"), position + 1 < bytes.count else { return false }
        return [UInt8(ascii: "{"), UInt8(ascii: "%"), UInt8(ascii: "#")].contains(bytes[position + 1])
    }

    private mutating func comment() throws(DialectError) {
        while position < bytes.count {
            if consumeEnd("#}") { return }
            position += 1
        }
        throw .template("a comment without an end")
    }

    private mutating func inside(
        _ begin: TemplateToken, end: TemplateToken, mark: StaticString
    ) throws(DialectError) {
        found.append(begin)
        while position < bytes.count {
            if bytes[position].isSpace {
                position += 1
            } else if closing.isEmpty, consumeEnd(mark) {
                found.append(end)
                return
            } else {
                found.append(try token())
            }
        }
        throw .template("an expression without an end")
    }

    /// Consumes `}}`, or `-}}` with all white space that follows.
    private mutating func consumeEnd(_ mark: StaticString) -> Bool {
        if bytes.has(mark, at: position) {
            position += 2
            return true
        }
        let isTrimmed = bytes.hasByte("-", at: position)
        let isKept = bytes.hasByte("+", at: position) && !mark.isOutputEnd
        guard isTrimmed || isKept, bytes.has(mark, at: position + 1) else { return false }
        position += 3
        while isTrimmed, position < bytes.count, bytes[position].isSpace { position += 1 }
        return true
    }

    private mutating func token() throws(DialectError) -> TemplateToken {
        let byte = bytes[position]
        if byte.isDigit { return try number() }
        if byte.isNameStart { return .name(consume(while: \.isNamePart)) }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return .text(try text(until: byte)) }
        return try symbol()
    }

    private static let symbols: [StaticString] = [
        "**", "//", "==", "!=", "<=", ">=", "+", "-", "*", "/", "%", "~", "[", "]", "(", ")", "{", "}", ".", ":", "|",
        ",", "<", ">", "=",
    ]

    private mutating func symbol() throws(DialectError) -> TemplateToken {
        guard let sign = Self.symbols.first(where: { bytes.has($0, at: position) }) else {
            throw .template("the character \(String(decoding: bytes[position...].prefix(4), as: UTF8.self).prefix(1))")
        }
        position += sign.utf8CodeUnitCount
        let symbol = sign.description
        switch symbol {
        case "(": closing.append(")")
        case "[": closing.append("]")
        case "{": closing.append("}")
        case ")", "]", "}": guard closing.popLast() == symbol else { throw .template("a “\(symbol)” too many") }
        default: break
        }
        return .symbol(symbol)
    }

    private mutating func consume(while isPart: (UInt8) -> Bool) -> String {
        let part = bytes[position...].prefix(while: isPart)
        position = part.endIndex
        return String(decoding: part, as: UTF8.self)
    }
}

// MARK: Literals

extension TemplateLexer {
    private mutating func number() throws(DialectError) -> TemplateToken {
        let isAfterDot = position > 0 && bytes.hasByte(".", at: position - 1)
        let whole = consume(while: \.isDigit)
        var text = whole
        if !isAfterDot, bytes.hasByte(".", at: position), position + 1 < bytes.count, bytes[position + 1].isDigit {
            position += 1
            text += "." + consume(while: \.isDigit)
        }
        if !isAfterDot { text += consumeExponent() }
        if text == whole {
            guard whole.utf8.first != UInt8(ascii: "0") || whole.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }),
                position >= bytes.count || !bytes[position].isNamePart
            else { throw .template("the number \(whole)") }
            guard let value = Int64(whole) else { throw .template("the large number \(whole.prefix(32))") }
            return .integer(value)
        }
        guard let value = Double(text) else { throw .template("the number \(text.prefix(32))") }
        return .number(value)
    }

    private mutating func consumeExponent() -> String {
        guard bytes.hasByte("e", at: position) || bytes.hasByte("E", at: position) else { return "" }
        var end = position + 1
        if bytes.hasByte("+", at: end) || bytes.hasByte("-", at: end) { end += 1 }
        guard end < bytes.count, bytes[end].isDigit else { return "" }
        let exponent = String(decoding: bytes[position..<end], as: UTF8.self)
        position = end
        return exponent + consume(while: \.isDigit)
    }

    private mutating func text(until quote: UInt8) throws(DialectError) -> String {
        position += 1
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case quote: return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escape()
            default: text.append(byte)
            }
        }
        throw .template("a text without an end")
    }

    private mutating func escape() throws(DialectError) -> [UInt8] {
        guard position < bytes.count else { throw .template("a text without an end") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): return [byte]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "x"): return try scalar(digits: 2)
        case UInt8(ascii: "u"): return try scalar(digits: 4)
        case UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "v"), UInt8(ascii: "N"),
            UInt8(ascii: "U"), UInt8(ascii: "\n"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            throw .template("the escape \\\(String(Unicode.Scalar(byte)))")
        default: return [UInt8(ascii: "\\"), byte]
        }
    }

    private mutating func scalar(digits: Int) throws(DialectError) -> [UInt8] {
        let text = String(decoding: bytes[position...].prefix(digits), as: UTF8.self)
        guard text.utf8.count == digits, text.utf8.allSatisfy(\.isHexDigit), let code = UInt32(text, radix: 16),
            let scalar = Unicode.Scalar(code)
        else { throw .template("the escape \\\(text)") }
        position += digits
        return Array(String(scalar).utf8)
    }
}

extension [UInt8] {
    fileprivate func hasByte(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
        index < count && self[index] == UInt8(ascii: scalar)
    }

    fileprivate func has(_ text: StaticString, at index: Int) -> Bool {
        let end = index + text.utf8CodeUnitCount
        return end <= count && text.withUTF8Buffer { self[index..<end].elementsEqual($0) }
    }
}

extension StaticString {
    fileprivate var isOutputEnd: Bool { withUTF8Buffer { $0.first == UInt8(ascii: "}") } }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
    fileprivate var isNameStart: Bool { self | 0x20 &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") }
    fileprivate var isNamePart: Bool { isNameStart || isDigit }
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) || (0x1C...0x1F).contains(self) }
}

extension DialectError {
    static func template(_ outside: String) -> DialectError { .templateNotSupported(EscapedText(outside, limit: 96)) }
    static func failed(_ why: String) -> DialectError { .templateFailed(EscapedText(why, limit: 96)) }
}
