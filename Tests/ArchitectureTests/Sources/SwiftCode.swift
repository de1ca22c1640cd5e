/// Swift source in which spaces replace the comments and the text of literals. Lines and columns do not change.
///
/// Interpolations are code and are kept.
struct SwiftCode {
    let lines: [String]

    init(_ source: String) {
        var scanner = CodeScanner(source)
        scanner.scanCode(isInterpolation: false)
        let code = scanner.code.split(separator: CodeScanner.newline, omittingEmptySubsequences: false)
        lines = code.map { String(decoding: $0, as: UTF8.self) }
    }
}

private struct CodeScanner {
    static let newline = UInt8(ascii: "\n")
    private static let quote = UInt8(ascii: "\"")
    private static let hash = UInt8(ascii: "#")
    private static let slash = UInt8(ascii: "/")
    private static let star = UInt8(ascii: "*")

    private(set) var code: [UInt8]
    private var index = 0

    init(_ source: String) { code = Array(source.utf8) }

    /// Scans to the end, or to the parenthesis that closes an interpolation.
    mutating func scanCode(isInterpolation: Bool) {
        var depth = 0
        while index < code.count {
            switch code[index] {
            case Self.slash where byte(1) == Self.slash:
                while index < code.count, code[index] != Self.newline { blank(1) }
            case Self.slash where byte(1) == Self.star: scanBlockComment()
            case Self.quote, Self.hash: scanLiteral()
            case UInt8(ascii: "("):
                depth += 1
                index += 1
            case UInt8(ascii: ")"):
                depth -= 1
                index += 1
                if isInterpolation, depth < 0 { return }
            default: index += 1
            }
        }
    }

    private mutating func scanBlockComment() {
        var depth = 0
        repeat {
            let pair = (byte(0), byte(1))
            if pair == (Self.slash, Self.star) { depth += 1 }
            if pair == (Self.star, Self.slash) { depth -= 1 }
            blank(pair == (Self.slash, Self.star) || pair == (Self.star, Self.slash) ? 2 : 1)
        } while depth > 0 && index < code.count
    }

    /// Scans a string or, between `#/` and `/#`, a regular expression. A lone `#` is skipped.
    private mutating func scanLiteral() {
        var hashes = 0
        while byte(hashes) == Self.hash { hashes += 1 }
        guard let mark = byte(hashes), mark == Self.quote || mark == Self.slash && hashes > 0 else {
            index += max(1, hashes)
            return
        }
        let isLong =
            mark == Self.quote && (1...2).allSatisfy { byte(hashes + $0) == mark }
            && byte(hashes + 3) == Self.newline
        let quotes = isLong ? 3 : 1
        index += hashes + quotes
        while index < code.count {
            if closes(mark, quotes: quotes, hashes: hashes) {
                index += quotes + hashes
                return
            }
            scanLiteralText(hashes, interpolates: mark == Self.quote)
        }
    }

    private mutating func scanLiteralText(_ hashes: Int, interpolates: Bool) {
        let isEscape =
            byte(0) == UInt8(ascii: "\\") && (!interpolates || (0..<hashes).allSatisfy { byte($0 + 1) == Self.hash })
        guard isEscape else { return blank(1) }
        let length = interpolates ? hashes + 2 : 2
        guard interpolates, byte(length - 1) == UInt8(ascii: "(") else { return blank(length) }
        index += length
        scanCode(isInterpolation: true)
    }

    private func closes(_ mark: UInt8, quotes: Int, hashes: Int) -> Bool {
        guard byte(0) == mark else { return false }
        return (0..<quotes).allSatisfy { byte($0) == mark }
            && (0..<hashes).allSatisfy { byte(quotes + $0) == Self.hash }
    }

    private func byte(_ offset: Int) -> UInt8? { index + offset < code.count ? code[index + offset] : nil }

    private mutating func blank(_ count: Int) {
        for position in index..<min(index + count, code.count) where code[position] != Self.newline {
            code[position] = UInt8(ascii: " ")
        }
        index += count
    }
}
