/// Parses the JSON of accessories. It is strict in its limits and tolerates the mistakes that real devices make: commas
/// before a closing bracket, control characters in texts, bytes that are not UTF-8, `NaN`, and NUL after the end.
///
/// The cost is linear in the number of bytes, and the recursion is limited by the depth.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var nodes = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the only value in `bytes`.
    static func parse(_ bytes: [UInt8]) throws(AccessoryDatabaseError) -> JSONNode {
        guard bytes.count <= AccessoryDatabaseLimits.bytes else { throw .tooLarge(bytes: bytes.count) }
        var reader = JSONReader(bytes)
        // A byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        let node = try reader.value(depth: 0)
        reader.skipSpace()
        while reader.position < bytes.count, bytes[reader.position] == 0 { reader.position += 1 }
        guard reader.position == bytes.count else { throw reader.failure }
        return node
    }

    private var failure: AccessoryDatabaseError { .invalidJSON(offset: position) }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func next() throws(AccessoryDatabaseError) -> UInt8 {
        skipSpace()
        guard position < bytes.count else { throw failure }
        return bytes[position]
    }

    private mutating func value(depth: Int) throws(AccessoryDatabaseError) -> JSONNode {
        guard depth <= AccessoryDatabaseLimits.depth else { throw .tooDeep }
        nodes += 1
        guard nodes <= AccessoryDatabaseLimits.nodes else { throw .tooManyValues }
        switch try next() {
        case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try elements(depth: depth + 1))
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return try number()
        default: return try word()
        }
    }

    private mutating func members(depth: Int) throws(AccessoryDatabaseError) -> [String: JSONNode] {
        position += 1
        var members: [String: JSONNode] = [:]
        while true {
            switch try next() {
            case UInt8(ascii: "}"):
                position += 1
                return members
            case UInt8(ascii: "\""):
                let key = try string()
                guard try next() == UInt8(ascii: ":") else { throw failure }
                position += 1
                let node = try value(depth: depth)
                // The first of two members with one name counts.
                if members[key] == nil { members[key] = node }
                try separator(before: UInt8(ascii: "}"))
            default: throw failure
            }
        }
    }

    private mutating func elements(depth: Int) throws(AccessoryDatabaseError) -> [JSONNode] {
        position += 1
        var elements: [JSONNode] = []
        while true {
            if try next() == UInt8(ascii: "]") {
                position += 1
                return elements
            }
            elements.append(try value(depth: depth))
            try separator(before: UInt8(ascii: "]"))
        }
    }

    /// Skips a comma, which may also stand before the closing bracket `end`.
    private mutating func separator(before end: UInt8) throws(AccessoryDatabaseError) {
        let byte = try next()
        if byte == UInt8(ascii: ",") {
            position += 1
        } else if byte != end {
            throw failure
        }
    }

    /// Parses `true`, `false`, `null` and, as null, `NaN` and `Infinity`.
    private mutating func word() throws(AccessoryDatabaseError) -> JSONNode {
        let start = position
        while position < bytes.count, Self.isLetter(bytes[position]), position - start < 9 { position += 1 }
        switch String(decoding: bytes[start..<position], as: UTF8.self) {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null", "NaN", "nan", "Infinity", "inf": return .null
        default:
            position = start
            throw failure
        }
    }

    private mutating func number() throws(AccessoryDatabaseError) -> JSONNode {
        let start = position
        position += 1
        while position < bytes.count, Self.isPartOfNumber(bytes[position]) { position += 1 }
        guard position - start <= 400 else { throw failure }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if let value = Int64(text) { return .integer(value) }
        if let value = UInt64(text) { return .unsigned(value) }
        if ["-Infinity", "-inf", "-NaN"].contains(text) { return .null }
        // A point may begin or end a number.
        guard let value = Double(text.hasSuffix(".") ? text + "0" : text.hasPrefix(".") ? "0" + text : text) else {
            position = start
            throw failure
        }
        return value.isFinite ? .number(value) : .null
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: isLetter(byte)
        }
    }

    // MARK: Texts

    private mutating func string() throws(AccessoryDatabaseError) -> String {
        position += 1
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                defer { position += 1 }
                return String(decoding: bytes[start..<position], as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
            position += 1
        }
        throw failure
    }

    /// Parses the rest of a text that contains an escape sequence.
    private mutating func escapedString(from start: Int) throws(AccessoryDatabaseError) -> String {
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try appendEscape(to: &text)
            default: text.append(byte)
            }
        }
        throw failure
    }

    private mutating func appendEscape(to text: inout [UInt8]) throws(AccessoryDatabaseError) {
        guard position < bytes.count else { throw failure }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "u"): text.append(contentsOf: Array(String(Character(try scalar())).utf8))
        // Also an escaped character that needs no escape.
        default: text.append(byte)
        }
    }

    /// Parses the digits after `\u`, and the second escape of a pair. A half of a pair becomes U+FFFD.
    private mutating func scalar() throws(AccessoryDatabaseError) -> Unicode.Scalar {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        let first = try unit()
        guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) ?? replacement }
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return replacement }
        let beforeSecond = position
        position += 2
        let second = try unit()
        guard (0xDC00...0xDFFF).contains(second) else {
            position = beforeSecond
            return replacement
        }
        return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)) ?? replacement
    }

    private mutating func unit() throws(AccessoryDatabaseError) -> UInt32 {
        guard position + 4 <= bytes.count, bytes[position..<position + 4].allSatisfy(\.isASCIIHexDigit),
            let unit = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw failure }
        position += 4
        return unit
    }
}
