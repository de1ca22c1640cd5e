import HomeModel

extension PythonValue {
    /// The JSON format of one of Python's encoders.
    struct JSONStyle {
        let comma: String
        let colon: String
        /// Sorts the keys and escapes all characters outside ASCII and those with a meaning in HTML.
        let isHTMLSafe: Bool

        /// The format of orjson.
        static let plain = JSONStyle(comma: ",", colon: ":", isHTMLSafe: false)
        /// The format of Jinja2's `tojson`.
        static let htmlSafe = JSONStyle(comma: ", ", colon: ": ", isHTMLSafe: true)
    }

    func json(_ style: JSONStyle) throws(DialectError) -> String {
        var text = ""
        try write(style, to: &text)
        return text
    }

    private func write(_ style: JSONStyle, to text: inout String) throws(DialectError) {
        switch self {
        case .undefined, .method: throw .failed("\(kind) as JSON")
        case .none: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value):
            guard value.isFinite else { throw .failed("a number that is not finite as JSON") }
            text += style.isHTMLSafe ? PythonNumber.text(value) : Self.short(value)
        case .text(let value): Self.writeQuoted(value, style: style, to: &text)
        case .list(let values), .tuple(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += style.comma }
                try value.write(style, to: &text)
            }
            text += "]"
        case .object, .dictionary: try write(try namedMembers(style), style: style, to: &text)
        }
        text = try PythonText.checked(text)
    }

    private func write(
        _ members: [(name: String, value: PythonValue)], style: JSONStyle, to text: inout String
    ) throws(DialectError) {
        text += "{"
        for (index, member) in members.enumerated() {
            if index > 0 { text += style.comma }
            Self.writeQuoted(member.name, style: style, to: &text)
            text += style.colon
            try member.value.write(style, to: &text)
        }
        text += "}"
    }

    private func namedMembers(_ style: JSONStyle) throws(DialectError) -> [(name: String, value: PythonValue)] {
        var named: [(name: String, value: PythonValue)] = []
        for member in members ?? [] {
            guard case .text(let name) = member.key else { throw .failed("a key that is not a text as JSON") }
            named.append((name, member.value))
        }
        guard style.isHTMLSafe else { return named }
        return named.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// orjson writes `1e16` where Python writes `1e+16`.
    private static func short(_ value: Double) -> String {
        PythonNumber.text(value).replacing("e+", with: "e").replacing("e-0", with: "e-")
    }

    private static func writeQuoted(_ value: String, style: JSONStyle, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{8}": text += "\\b"
            case "\u{C}": text += "\\f"
            case "<", ">", "&", "'": writeCode(scalar, if: style.isHTMLSafe, to: &text)
            case "\u{0}"..<"\u{20}": writeCode(scalar, if: true, to: &text)
            default: writeCode(scalar, if: style.isHTMLSafe && scalar.value >= 0x7F, to: &text)
            }
        }
        text += "\""
    }

    private static func writeCode(_ scalar: Unicode.Scalar, if isEscaped: Bool, to text: inout String) {
        guard isEscaped, scalar.value != 0x7F else { return text.unicodeScalars.append(scalar) }
        for unit in UTF16.encode(scalar) ?? .init() { text += "\\u" + unit.hexadecimal }
    }
}
