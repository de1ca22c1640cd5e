/// Parses JSON with limits on size, depth and number of values.
///
/// It accepts more than the standard, because accessories send more: commas after the last element (iOS accepts them,
/// and aiohomekit has a second parser for such accessories), control characters and invalid UTF-8 in text, a byte order
/// mark, numbers such as `+3`, `.5` and `1.`, and `nan` and `inf`, in any case, which become null. Of equal keys of an
/// object the first counts.
package struct HomeKitJSONParser {
    private let bytes: [UInt8]
    private let limits: HomeKitJSONLimits
    private var position = 0
    private var valueCount = 0

    package static func parse(
        _ bytes: [UInt8], limits: HomeKitJSONLimits
    ) throws(HomeKitJSONError) -> HomeKitJSON {
        guard bytes.count <= limits.bytes else { throw .tooManyBytes(limit: limits.bytes) }
        var parser = HomeKitJSONParser(bytes: bytes, limits: limits)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        // Zero bytes at the end are ignored: firmware in C may send the end of its string too.
        while parser.position < bytes.count, bytes[parser.position] == 0 { parser.position += 1 }
        guard parser.position == bytes.count else { throw .unexpectedByte(position: parser.position) }
        return value
    }

    private init(bytes: [UInt8], limits: HomeKitJSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    private mutating func value(depth: Int) throws(HomeKitJSONError) -> HomeKitJSON {
        guard depth < limits.depth else { throw .tooDeep(limit: limits.depth) }
        valueCount += 1
        guard valueCount <= limits.values else { throw .tooManyValues(limit: limits.values) }
        skipSpace()
        switch try peek() {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), 0x30...0x39: return try number()
        default: return try word()
        }
    }

    private mutating func object(depth: Int) throws(HomeKitJSONError) -> HomeKitJSON {
        position += 1
        var members: [String: HomeKitJSON] = [:]
        while true {
            skipSpace()
            if try peek() == UInt8(ascii: "}") {
                position += 1
                return .object(members)
            }
            let key = try text()
            skipSpace()
            guard try peek() == UInt8(ascii: ":") else { throw .unexpectedByte(position: position) }
            position += 1
            let member = try value(depth: depth + 1)
            if members[key] == nil { members[key] = member }
            try endElement(closing: UInt8(ascii: "}"))
        }
    }

    private mutating func list(depth: Int) throws(HomeKitJSONError) -> HomeKitJSON {
        position += 1
        var elements: [HomeKitJSON] = []
        while true {
            skipSpace()
            if try peek() == UInt8(ascii: "]") {
                position += 1
                return .list(elements)
            }
            elements.append(try value(depth: depth + 1))
            try endElement(closing: UInt8(ascii: "]"))
        }
    }

    /// Consumes the comma after an element. Before the closing byte none is needed.
    private mutating func endElement(closing: UInt8) throws(HomeKitJSONError) {
        skipSpace()
        switch try peek() {
        case UInt8(ascii: ","): position += 1
        case closing: break
        default: throw .unexpectedByte(position: position)
        }
    }

    private mutating func text() throws(HomeKitJSONError) -> String {
        guard try peek() == UInt8(ascii: "\"") else { throw .unexpectedByte(position: position) }
        position += 1
        let begin = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") {
            position += 1
        }
        // Most texts have no escape.
        var content = Array(bytes[begin..<position])
        while true {
            let byte = try peek()
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"): try appendEscape(to: &content)
            default: content.append(byte)
            }
        }
    }

    private mutating func appendEscape(to content: inout [UInt8]) throws(HomeKitJSONError) {
        let byte = try peek()
        position += 1
        switch byte {
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "u"): content += try unicodeEscape().utf8
        default: throw .unexpectedByte(position: position - 1)
        }
    }

    /// The character of `uXXXX`, or of two such escapes that are a surrogate pair. Half a pair becomes U+FFFD.
    private mutating func unicodeEscape() throws(HomeKitJSONError) -> String {
        let first = try codeUnit()
        guard first & 0xFC00 == 0xD800, bytes[position...].starts(with: Array("\\u".utf8)) else {
            return String(decoding: [first], as: UTF16.self)
        }
        position += 2
        return String(decoding: [first, try codeUnit()], as: UTF16.self)
    }

    private mutating func codeUnit() throws(HomeKitJSONError) -> UInt16 {
        guard bytes.count - position >= 4 else { throw .unexpectedEnd }
        let digits = bytes[position..<position + 4]
        guard digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw .unexpectedByte(position: position) }
        position += 4
        return unit
    }

    private mutating func number() throws(HomeKitJSONError) -> HomeKitJSON {
        let begin = position
        if try peek() == UInt8(ascii: "-") {
            position += 1
            // `-inf` and `-nan`.
            if position < bytes.count, Self.isLetter(bytes[position]) { return try word() }
        }
        while position < bytes.count, Self.isInNumber(bytes[position]) { position += 1 }
        let text = String(decoding: bytes[begin..<position], as: UTF8.self)
        if let integer = Int64(text) { return .integer(integer) }
        if let unsigned = UInt64(text) { return .unsigned(unsigned) }
        // A number like 1e999 is not finite.
        let padded = text.hasPrefix(".") ? "0" + text : text.hasSuffix(".") ? text + "0" : text
        guard text.utf8.contains(where: { (0x30...0x39).contains($0) }), let number = Double(padded) else {
            throw .unexpectedByte(position: begin)
        }
        return number.isFinite ? .number(number) : .null
    }

    private mutating func word() throws(HomeKitJSONError) -> HomeKitJSON {
        let begin = position
        while position < bytes.count, Self.isLetter(bytes[position]) { position += 1 }
        switch String(decoding: bytes[begin..<position], as: UTF8.self).lowercased() {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null", "nan", "inf", "infinity": return .null
        default: throw .unexpectedByte(position: begin)
        }
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }

    private func peek() throws(HomeKitJSONError) -> UInt8 {
        guard position < bytes.count else { throw .unexpectedEnd }
        return bytes[position]
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

    private static func isInNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
