/// Writes JSON without white space, on which a Tado bridge depends (aiohomekit), and with the members of an object in
/// the order in which they are given.
package enum HomeKitJSONWriter {
    /// The bytes of an object with these members in this order.
    package static func object(_ members: [(String, HomeKitJSON)]) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(text: member.0, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(member.1, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// The bytes of an object whose only list is `key`, with these objects in it, and further members after it.
    static func objects(
        _ objects: [[(String, HomeKitJSON)]], key: String, then members: [(String, HomeKitJSON)] = []
    ) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        append(text: key, to: &bytes)
        bytes += Array(":[".utf8)
        for (index, members) in objects.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += object(members)
        }
        bytes.append(UInt8(ascii: "]"))
        for member in members {
            bytes.append(UInt8(ascii: ","))
            append(text: member.0, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(member.1, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// The bytes of a value. Members of an object come in the order of their keys, so that equal values have equal
    /// bytes.
    package static func bytes(of value: HomeKitJSON) -> [UInt8] {
        var bytes: [UInt8] = []
        append(value, to: &bytes)
        return bytes
    }

    private static func append(_ value: HomeKitJSON, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes += "null".utf8
        case .boolean(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .unsigned(let value): bytes += String(value).utf8
        case .number(let value): bytes += (value.isFinite ? text(of: value) : "null").utf8
        case .text(let text): append(text: text, to: &bytes)
        case .list(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(element, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members): bytes += object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
    }

    /// A whole number has no fraction, because small accessories read `21` more often than `21.0`.
    private static func text(of number: Double) -> String {
        if let integer = Int64(exactly: number), integer.magnitude < 1 << 53 { return String(integer) }
        return String(number)
    }

    private static func append(text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += Array(#"\n"#.utf8)
            case 0x0D: bytes += Array(#"\r"#.utf8)
            case 0x09: bytes += Array(#"\t"#.utf8)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += Array(#"\u00"#.utf8) + (digits.utf8.count == 1 ? Array("0\(digits)".utf8) : Array(digits.utf8))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
