/// Parsing, rounding and formatting of numbers as in Python.
enum PythonNumber {
    /// Python's `float()` of a text; nil if the text is not a number.
    static func float(_ text: String) -> Double? {
        guard text.utf8.count <= 512 else { return nil }
        let text = PythonText.stripped(text).lowercased()
        switch text.trimmingPrefix(while: { $0 == "+" || $0 == "-" }) {
        case "inf", "infinity": return isSigned(text) ? (text.hasPrefix("-") ? -.infinity : .infinity) : nil
        case "nan": return isSigned(text) ? .nan : nil
        default: break
        }
        guard text.utf8.allSatisfy(isNumeric), let plain = withoutUnderscores(text) else { return nil }
        if let value = Double(plain) { return value }
        // Swift does not parse `.5` and `5.`
        return plain.contains(".") ? Double(padded(plain)) : nil
    }

    private static func isSigned(_ text: String) -> Bool { !text.dropFirst().contains { $0 == "+" || $0 == "-" } }

    private static func padded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            let isAfterDot = bytes.last == UInt8(ascii: ".")
            if byte == UInt8(ascii: "."), !(bytes.last.map(isDigit) ?? false) { bytes.append(UInt8(ascii: "0")) }
            if isAfterDot, !isDigit(byte) { bytes.append(UInt8(ascii: "0")) }
            bytes.append(byte)
        }
        if bytes.last == UInt8(ascii: ".") { bytes.append(UInt8(ascii: "0")) }
        let padded = String(decoding: bytes, as: UTF8.self)
        return text.utf8.contains(where: isDigit) ? padded : ""
    }

    /// Python's `int()` of a text in base ten; nil if the text is not a whole number.
    static func integer(_ text: String) throws(DialectError) -> Int64? {
        let text = PythonText.stripped(text)
        guard text.utf8.count <= 512, let plain = withoutUnderscores(text) else { return nil }
        let digits = plain.utf8.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        guard !digits.isEmpty, plain.utf8.count - digits.count <= 1, digits.allSatisfy(isDigit) else { return nil }
        guard let value = Int64(plain) else { throw .failed("a whole number of more than 64 bits") }
        return value
    }

    /// Python's `int()` of a number: rounds towards zero.
    static func integer(_ value: Double) throws(DialectError) -> Int64 {
        guard let value = Int64(exactly: value.rounded(.towardZero)) else {
            throw .failed("a whole number of more than 64 bits")
        }
        return value
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || "+-._e".utf8.contains(byte)
    }

    /// Python allows `_` between two digits.
    private static func withoutUnderscores(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "_") {
            guard index > 0, index + 1 < bytes.count, isDigit(bytes[index - 1]), isDigit(bytes[index + 1]) else {
                return nil
            }
        }
        return String(decoding: bytes.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    }

    /// Python's `repr()`: the shortest digits that decode to exactly `value`, with an exponent below 1e-4 and from
    /// 1e16.
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
        let magnitude = value.magnitude
        // Swift writes numbers below 2^53 without an exponent. All numbers from there on are whole.
        if magnitude == 0 || (1e-4..<0x1p53).contains(magnitude) { return "\(value)" }
        if magnitude >= 0x1p53, magnitude < 1e16 { return "\(Int64(value)).0" }
        let parts = "\(magnitude)".split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        let whole = mantissa[0]
        let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
        let digits = (whole + fraction).trimmingPrefix { $0 == "0" }
        let leadingZeros = (whole + fraction).count - digits.count
        let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) + whole.count - 1 - leadingZeros
        let sign = value < 0 ? "-" : ""
        let significant = trimmedZeros(String(digits))
        let point = significant.count > 1 ? "." + significant.dropFirst() : ""
        let power = String(abs(exponent))
        return sign + significant.prefix(1) + point + (exponent < 0 ? "e-" : "e+") + (power.count < 2 ? "0" : "")
            + power
    }

    private static func trimmedZeros(_ digits: String) -> String {
        var digits = digits
        while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
        return digits
    }
}

// MARK: Rounding

extension PythonNumber {
    static let maximumPrecision = 22
    /// All of these powers are exact.
    private static let powersOfTen = (0...maximumPrecision).map { power in
        (0..<power).reduce(1.0) { ten, _ in ten * 10 }
    }

    static func powerOfTen(_ power: Int) -> Double { powersOfTen[min(max(power, 0), maximumPrecision)] }

    /// Python's `round()`: rounds the exact binary value to the nearest decimal, and halves to the even digit.
    static func rounded(_ value: Double, to precision: Int) -> Double {
        guard value.isFinite else { return value }
        let power = powerOfTen(abs(precision))
        return precision < 0 ? roundedUp(to: power, value) : roundedBelow(power, value: value)
    }

    private static func roundedBelow(_ power: Double, value: Double) -> Double {
        let scaled = value * power
        // A number of this size has no digits after the decimal point.
        guard scaled.magnitude < 0x1p53 else { return value }
        // The exact rounding error of the product. It decides when the product looks like a half.
        let lost = (-scaled).addingProduct(value, power)
        let below = scaled.rounded(.down)
        let rest = scaled - below
        var result = below
        if rest > 0.5 || (rest == 0.5 && lost > 0) || (rest == 0.5 && lost == 0 && !isEven(below)) { result += 1 }
        if rest == 0, lost.magnitude > 0.5 { result += lost < 0 ? -1 : 1 }
        if rest == 0, lost.magnitude == 0.5, !isEven(below) { result += lost < 0 ? -1 : 1 }
        return Double(signOf: value, magnitudeOf: result / power)
    }

    private static func roundedUp(to power: Double, _ value: Double) -> Double {
        let rest = value.magnitude.truncatingRemainder(dividingBy: power)
        let below = value.magnitude - rest
        let isUp = rest > power / 2 || (rest == power / 2 && !isEven(below / power))
        return Double(signOf: value, magnitudeOf: isUp ? below + power : below)
    }

    private static func isEven(_ value: Double) -> Bool { value.truncatingRemainder(dividingBy: 2) == 0 }
}
