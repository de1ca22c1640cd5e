/// Swift source with its comments and the text of its literals blanked out; lines and columns stay where they were.
///
/// Interpolations are code and stay.
struct SwiftCode {
    let lines: [String]

    init(_ source: String) {
        var scanner = Scanner(source)
        scanner.scanCode(untilParenthesis: false)
        lines = String(scanner.code).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

private struct Scanner {
    private let source: [Character]
    private var index = 0
    private(set) var code: [Character] = []

    init(_ source: String) { self.source = Array(source) }

    /// Reads to the end, or to the parenthesis that closes an interpolation.
    mutating func scanCode(untilParenthesis: Bool) {
        var depth = 0
        while index < source.count {
            if starts(with: "//") {
                blank { $0.source[$0.index].isNewline }
            } else if starts(with: "/*") {
                scanBlockComment()
            } else if let hashes = literalStart() {
                scanLiteral(hashes)
            } else {
                if source[index] == "(" { depth += 1 }
                if source[index] == ")" { depth -= 1 }
                keep(1)
                if untilParenthesis, depth < 0 { return }
            }
        }
    }

    private mutating func scanBlockComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                blank(2)
            } else if starts(with: "*/") {
                depth -= 1
                blank(2)
            } else {
                blank(1)
            }
        } while depth > 0 && index < source.count
    }

    /// The number of `#` before a quotation mark that stands here; nil when none does.
    private func literalStart() -> Int? {
        let hashes = source[index...].prefix { $0 == "#" }.count
        return starts(with: "\"", at: index + hashes) ? hashes : nil
    }

    private mutating func scanLiteral(_ hashes: Int) {
        let fence = String(repeating: "#", count: hashes)
        let quotes = starts(with: "\"\"\"", at: index + hashes) ? "\"\"\"" : "\""
        keep(hashes + quotes.count)
        while index < source.count {
            if starts(with: quotes + fence) { return keep(quotes.count + hashes) }
            if starts(with: "\\" + fence + "(") {
                keep(hashes + 2)
                scanCode(untilParenthesis: true)
            } else {
                blank(starts(with: "\\" + fence) ? hashes + 2 : 1)
            }
        }
    }

    private func starts(with text: String, at start: Int? = nil) -> Bool {
        source[min(start ?? index, source.count)...].starts(with: text)
    }

    private mutating func keep(_ count: Int) {
        code += source[index...].prefix(count)
        index += count
    }

    private mutating func blank(_ count: Int) {
        code += source[index...].prefix(count).map { $0.isNewline ? $0 : " " }
        index += count
    }

    private mutating func blank(until isEnd: (Scanner) -> Bool) {
        while index < source.count, !isEnd(self) { blank(1) }
    }
}
