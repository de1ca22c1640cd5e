import Foundation

/// Python's `%` and `str.format` formatting, limited to the conversions that devices use: `"%02x" | format(…)` and
/// `"{:.1f}".format(…)`.
enum PythonFormat {
    /// Wider than any field of a payload.
    private static let maximumWidth = 256

    /// Formats with `%`. The number of values must equal the number of conversions.
    static func percent(_ text: String, values: [PythonValue]) throws(DialectError) -> String {
        var (result, rest, values) = ("", Substring(text), values[...])
        while let sign = rest.firstIndex(of: "%") {
            result += rest[..<sign]
            rest = rest[rest.index(after: sign)...]
            var spec = Spec()
            spec.readFlags(&rest, isPercent: true)
            try spec.readWidth(&rest)
            guard let type = rest.popFirst() else { throw .failed("a format without a conversion") }
            if type == "%" {
                result += "%"
                continue
            }
            guard let value = values.popFirst() else { throw .failed("a format with too few values") }
            result = try PythonText.checked(result + (try spec.text(of: value, as: type, isPercent: true)))
        }
        guard values.isEmpty else { throw .failed("a format with too many values") }
        return result + rest
    }

    /// Formats like `str.format`, with positional fields only.
    static func braces(_ text: String, values: [PythonValue]) throws(DialectError) -> String {
        var (result, rest, place) = ("", Substring(text), 0)
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            result += rest[..<brace]
            let mark = rest[brace]
            rest = rest[rest.index(after: brace)...]
            if rest.first == mark {
                result.append(mark)
                rest = rest.dropFirst()
                continue
            }
            guard mark == "{", let end = rest.firstIndex(of: "}") else { throw .failed("a format with a single brace") }
            let field = rest[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            rest = rest[rest.index(after: end)...]
            let index = field[0].isEmpty ? place : Int(field[0])
            guard let index, values.indices.contains(index) else { throw .failed("a format with too few values") }
            place += 1
            var format = field.count > 1 ? field[1] : ""
            var spec = Spec()
            spec.readAlignment(&format)
            spec.readFlags(&format, isPercent: false)
            try spec.readWidth(&format)
            guard format.count <= 1 else { throw .failed("the format “\(format.prefix(16))”") }
            let shown = try spec.text(of: values[index], as: format.first, isPercent: false)
            result = try PythonText.checked(result + shown)
        }
        return result + rest
    }

    /// The parsed specification of one field.
    private struct Spec {
        var alignment: Character?
        var fill: Character = " "
        var isZeroFilled = false
        var sign = ""
        var width = 0
        var precision: Int?

        mutating func readAlignment(_ text: inout Substring) {
            let second = text.dropFirst().first
            if let second, "<>^".contains(second), let first = text.first {
                (fill, alignment) = (first, second)
                text = text.dropFirst(2)
            } else if let first = text.first, "<>^".contains(first) {
                alignment = first
                text = text.dropFirst()
            }
        }

        mutating func readFlags(_ text: inout Substring, isPercent: Bool) {
            while let flag = text.first, "-+ 0".contains(flag) {
                switch flag {
                case "-": alignment = isPercent ? "<" : alignment
                case "0": isZeroFilled = true
                default: sign = sign == "+" ? sign : String(flag)
                }
                text = text.dropFirst()
            }
        }

        mutating func readWidth(_ text: inout Substring) throws(DialectError) {
            width = try Self.number(&text) ?? 0
            guard text.first == "." else { return }
            text = text.dropFirst()
            precision = try Self.number(&text) ?? 0
        }

        private static func number(_ text: inout Substring) throws(DialectError) -> Int? {
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty else { return nil }
            guard digits.count <= 3, let number = Int(digits), number <= maximumWidth else {
                throw .failed("a format that is too wide")
            }
            text = text.dropFirst(digits.count)
            return number
        }

        func text(of value: PythonValue, as type: Character?, isPercent: Bool) throws(DialectError) -> String {
            switch type {
            case "d", "i", "u":
                // `%` formatting truncates a fraction; `str.format` rejects it.
                if isPercent, case .number(let number) = value {
                    return padded(number: signed(try PythonNumber.integer(number), digits: String.init))
                }
                guard let integer = value.integer else { throw .failed("a format of \(value.kind) as a whole number") }
                return padded(number: signed(integer, digits: String.init))
            case "x", "X", "o":
                guard let integer = value.integer else { throw .failed("a format of \(value.kind) as a whole number") }
                let radix = type == "o" ? 8 : 16
                return padded(number: signed(integer) { String($0, radix: radix, uppercase: type == "X") })
            case "f", "F":
                guard let number = value.double, number.isFinite else {
                    throw .failed("a format of \(value.kind) as a number")
                }
                let digits = String(format: "%.\(precision ?? 6)f", number.magnitude)
                return padded(number: (number.sign == .minus ? "-" : sign) + digits)
            case "s": return padded(text: try value.text())
            case nil where precision == nil && !isPercent:
                return value.double == nil ? padded(text: try value.text()) : padded(number: sign + (try value.text()))
            default: throw .failed("the conversion “\(type.map(String.init) ?? "")”")
            }
        }

        private func signed(_ integer: Int64, digits: (UInt64) -> String) -> String {
            (integer < 0 ? "-" : sign) + digits(integer.magnitude)
        }

        private func padded(text: String) -> String {
            let cut = precision.map { String(text.unicodeScalars.prefix($0)) } ?? text
            return filled(cut, alignment: alignment ?? "<")
        }

        private func padded(number: String) -> String {
            guard isZeroFilled, alignment == nil else { return filled(number, alignment: alignment ?? ">") }
            let missing = max(0, width - number.count)
            let signs = number.prefix { "+- ".contains($0) }
            return signs + String(repeating: "0", count: missing) + number.dropFirst(signs.count)
        }

        private func filled(_ text: String, alignment: Character) -> String {
            let missing = max(0, width - text.unicodeScalars.count)
            let left = alignment == "<" ? 0 : alignment == ">" ? missing : missing / 2
            return String(repeating: fill, count: left) + text + String(repeating: fill, count: missing - left)
        }
    }
}
