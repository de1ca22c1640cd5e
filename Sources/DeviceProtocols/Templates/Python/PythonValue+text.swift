import HomeModel

extension PythonValue {
    /// Python's `str()`.
    func text() throws(DialectError) -> String {
        switch self {
        case .text(let text): return text
        case .undefined: return ""
        case .number(let value): return PythonNumber.text(value)
        case .integer(let value): return String(value)
        default:
            var text = ""
            try write(to: &text)
            return text
        }
    }

    /// Python's `repr()`.
    private func write(to text: inout String) throws(DialectError) {
        switch self {
        case .undefined: text += "Undefined"
        case .none: text += "None"
        case .boolean(let value): text += value ? "True" : "False"
        case .integer(let value): text += String(value)
        case .number(let value): text += PythonNumber.text(value)
        case .text(let value): Self.writeQuoted(value, to: &text)
        case .list(let values): try Self.write(values, begin: "[", end: "]", to: &text)
        case .tuple(let values): try Self.write(values, begin: "(", end: values.count == 1 ? ",)" : ")", to: &text)
        case .method: throw .failed("a method as text")
        case .object, .dictionary:
            text += "{"
            for (index, member) in (members ?? []).enumerated() {
                if index > 0 { text += ", " }
                try member.key.write(to: &text)
                text += ": "
                try member.value.write(to: &text)
            }
            text += "}"
        }
        text = try PythonText.checked(text)
    }

    private static func write(
        _ values: [PythonValue], begin: String, end: String, to text: inout String
    ) throws(DialectError) {
        text += begin
        for (index, value) in values.enumerated() {
            if index > 0 { text += ", " }
            try value.write(to: &text)
        }
        text += end
    }

    private static func writeQuoted(_ value: String, to text: inout String) {
        let quote: Unicode.Scalar =
            value.utf8.contains(UInt8(ascii: "'")) && !value.utf8.contains(UInt8(ascii: "\""))
            ? "\"" : "'"
        text.unicodeScalars.append(quote)
        for scalar in value.unicodeScalars {
            switch scalar {
            case quote, "\\": text += "\\" + String(scalar)
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where isPrintable(scalar): text.unicodeScalars.append(scalar)
            default:
                let (mark, digits) =
                    scalar.value < 0x100 ? ("\\x", 2) : scalar.value < 0x10000 ? ("\\u", 4) : ("\\U", 8)
                text += mark + scalar.value.hexadecimal(digits: digits)
            }
        }
        text.unicodeScalars.append(quote)
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            return false
        default: return true
        }
    }
}
