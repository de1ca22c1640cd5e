import HomeModel

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text without spaces.
    package var description: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// The value as UTF-8 encoded JSON without spaces.
    package var bytes: [UInt8] { Array(description.utf8) }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        // JSON cannot express a number that is not finite.
        case .number(let value): text += value.isFinite ? "\(value)" : "null"
        case .text(let value): Self.write(value, to: &text)
        case .list(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let object):
            text += "{"
            for (index, member) in object.members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<"\u{20}":
                text += "\\u" + scalar.value.hexadecimal(digits: 4)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension JSONValue {
    /// The text that templates and payloads make of a plain value (`True`, `21.5`); nil for `null`, lists and objects.
    package var word: String? {
        switch self {
        case .text(let text): text
        case .boolean(let value): value ? "True" : "False"
        case .integer(let value): String(value)
        case .number(let value): "\(value)"
        case .null, .list, .object: nil
        }
    }
}
