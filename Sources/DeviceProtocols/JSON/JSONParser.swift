import HomeModel

extension JSONValue {
    /// Parses one document strictly by RFC 8259: no `1_000`, `NaN`, `+1` or comments, and no number that exceeds a
    /// Double. Throws a `DialectError` if the document is invalid or exceeds `limits`.
    package init(parsing json: [UInt8], limits: JSONLimits = .telemetry) throws(DialectError) {
        var values = limits.values
        try self.init(parsing: json, limits: limits, valuesLeft: &values)
    }

    /// Also subtracts the number of parsed values from `valuesLeft`, a budget for several documents.
    init(parsing json: [UInt8], limits: JSONLimits, valuesLeft: inout Int) throws(DialectError) {
        guard json.count <= limits.bytes else { throw .tooLarge(bytes: json.count, limit: limits.bytes) }
        let budget = min(limits.values, valuesLeft)
        var parser = JSONParser(json, limits: limits, values: budget)
        defer { valuesLeft -= budget - max(0, parser.valuesLeft) }
        self = try parser.document()
    }
}

/// Parses the bytes in one pass.
private struct JSONParser {
    private let bytes: [UInt8]
    private let limits: JSONLimits
    private var position = 0
    private(set) var valuesLeft: Int

    init(_ bytes: [UInt8], limits: JSONLimits, values: Int) {
        self.bytes = bytes
        self.limits = limits
        valuesLeft = values
    }

    mutating func document() throws(DialectError) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw .notJSON }
        return value
    }

    private mutating func value(depth: Int) throws(DialectError) -> JSONValue {
        skipSpace()
        valuesLeft -= 1
        guard valuesLeft >= 0 else { throw .tooMany("values", limit: limits.values) }
        guard position < bytes.count else { throw .notJSON }
        switch bytes[position] {
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): return .list(try list(depth: depth + 1))
        case UInt8(ascii: "t"): return try word("true", value: .boolean(true))
        case UInt8(ascii: "f"): return try word("false", value: .boolean(false))
        case UInt8(ascii: "n"): return try word("null", value: .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(DialectError) -> JSONObject {
        guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth) }
        position += 1
        var members: [JSONObject.Member] = []
        skipSpace()
        if consume(UInt8(ascii: "}")) { return JSONObject([]) }
        members.reserveCapacity(8)
        repeat {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw .notJSON }
            let key = try text()
            skipSpace()
            guard consume(UInt8(ascii: ":")) else { throw .notJSON }
            members.append(JSONObject.Member(key: key, value: try value(depth: depth)))
            skipSpace()
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "}")) else { throw .notJSON }
        return JSONObject(members)
    }

    private mutating func list(depth: Int) throws(DialectError) -> [JSONValue] {
        guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth) }
        position += 1
        var values: [JSONValue] = []
        skipSpace()
        if consume(UInt8(ascii: "]")) { return [] }
        repeat {
            values.append(try value(depth: depth))
            skipSpace()
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "]")) else { throw .notJSON }
        return values
    }

    private mutating func word(_ word: StaticString, value: JSONValue) throws(DialectError) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        let isHere = word.withUTF8Buffer { end <= bytes.count && bytes[position..<end].elementsEqual($0) }
        guard isHere else { throw .notJSON }
        position = end
        return value
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return
            }
        }
    }
}

// MARK: Numbers

extension JSONParser {
    private static let powersOfTen = (0...15).map { power in (0..<power).reduce(1.0) { ten, _ in ten * 10 } }

    private mutating func number() throws(DialectError) -> JSONValue {
        let start = position
        let isNegative = consume(UInt8(ascii: "-"))
        let first = position
        var digits: Int64 = 0
        let whole = consumeDigits(into: &digits)
        guard whole > 0, whole == 1 || bytes[first] != UInt8(ascii: "0") else { throw .notJSON }
        var fraction = 0
        if consume(UInt8(ascii: ".")) {
            fraction = consumeDigits(into: &digits)
            guard fraction > 0 else { throw .notJSON }
        }
        let hasExponent = try consumeExponent()
        // So few digits and the power of ten are exact, so their quotient is rounded once, exactly as `Double` rounds
        // the text.
        if whole + fraction <= 15, !hasExponent {
            let value = isNegative ? -digits : digits
            // Minus zero cannot be an integer.
            if fraction == 0, !(isNegative && digits == 0) { return .integer(value) }
            let magnitude = Double(digits) / Self.powersOfTen[fraction]
            return .number(isNegative ? -magnitude : magnitude)
        }
        return try longNumber(start..<position, isWhole: fraction == 0 && !hasExponent)
    }

    private func longNumber(_ range: Range<Int>, isWhole: Bool) throws(DialectError) -> JSONValue {
        guard range.count <= 512 else { throw .notJSON }
        let text = String(decoding: bytes[range], as: UTF8.self)
        if isWhole, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            throw .badPayload(EscapedText(text, limit: 64), expected: "a number within the range of a double")
        }
        return .number(value)
    }

    private mutating func consumeDigits(into value: inout Int64) -> Int {
        let start = position
        while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit <= 9 {
            value = value &* 10 &+ Int64(digit)
            position += 1
        }
        return position - start
    }

    private mutating func consumeExponent() throws(DialectError) -> Bool {
        guard consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) else { return false }
        if !consume(UInt8(ascii: "-")) { _ = consume(UInt8(ascii: "+")) }
        var ignored: Int64 = 0
        guard consumeDigits(into: &ignored) > 0 else { throw .notJSON }
        return true
    }
}

// MARK: Texts

extension JSONParser {
    private mutating func text() throws(DialectError) -> String {
        position += 1
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return try utf8(bytes[start..<position - 1])
            case UInt8(ascii: "\\"): return try escapedText(from: start)
            case ..<0x20: throw .notJSON
            default: position += 1
            }
        }
        throw .notJSON
    }

    private mutating func escapedText(from start: Int) throws(DialectError) -> String {
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try utf8(text[...])
            case UInt8(ascii: "\\"): text.append(contentsOf: try escape())
            case ..<0x20: throw .notJSON
            default: text.append(byte)
            }
        }
        throw .notJSON
    }

    private mutating func escape() throws(DialectError) -> [UInt8] {
        guard position < bytes.count else { throw .notJSON }
        defer { position += 1 }
        switch bytes[position] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [bytes[position]]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
        default: throw .notJSON
        }
    }

    /// Parses `\uXXXX`, or a surrogate pair for a code point beyond 16 bits. A single surrogate is an error.
    private mutating func scalar() throws(DialectError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        position += 1
        guard UTF16.isLeadSurrogate(first), consume(UInt8(ascii: "\\")), position < bytes.count,
            bytes[position] == UInt8(ascii: "u")
        else { throw .notJSON }
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else { throw .notJSON }
        return scalar
    }

    /// Parses the four hexadecimal digits after the `u`. The position ends at the last digit.
    private mutating func codeUnit() throws(DialectError) -> UInt16 {
        guard position + 4 < bytes.count else { throw .notJSON }
        let digits = bytes[position + 1...position + 4]
        guard digits.allSatisfy(\.isHexDigit),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw .notJSON }
        position += 4
        return unit
    }

    private func utf8(_ slice: ArraySlice<UInt8>) throws(DialectError) -> String {
        guard let text = String(validating: slice, as: UTF8.self) else { throw .notUTF8 }
        return text
    }
}

/// Limits for JSON documents from outside.
package struct JSONLimits: Sendable {
    package let bytes: Int
    package let depth: Int
    /// The number of values of every kind, keys not counted. It bounds the memory that a document costs.
    package let values: Int

    package init(bytes: Int, depth: Int, values: Int) {
        self.bytes = bytes
        self.depth = depth
        self.values = values
    }

    /// For reports and descriptions of a single device.
    package static let telemetry = JSONLimits(bytes: 64 << 10, depth: 16, values: 8192)
    /// For a bridge's list of all its devices.
    package static let inventory = JSONLimits(bytes: 4 << 20, depth: 32, values: 400_000)
}
