import HomeModel

/// Makes a JSON document harmless for a terminal without changing its content: invisible characters become escapes.
enum EscapedJSON {
    static func text(of bytes: [UInt8]) -> String {
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if scalar == "\n" || isVisible(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                text += String(scalar).utf16.map(escape).joined()
            }
        }
        return text
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let text = String(scalar)
        return EscapedText(text).description == text
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
