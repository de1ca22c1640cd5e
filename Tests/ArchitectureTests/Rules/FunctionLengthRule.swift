/// Checks that functions are short. Tables of data, such as literals of static properties, are not functions.
enum FunctionLengthRule {
    static let maximumLines = 60

    /// Functions, initialisers and subscripts whose body, between its braces, has more lines than `maximumLines`.
    static func violations(in file: SourceFile) -> [Violation] {
        let code = file.code
        let declaration = #/(?:^|[\s{])(?:func\s+([^\s(<]+)|(init|subscript)[?!]?\s*[(<]|(deinit)\s*\{)/#
        return code.indices.compactMap { index in
            guard code[index].contains("func ") || code[index].contains("init") || code[index].contains("subscript"),
                let match = code[index].firstMatch(of: declaration),
                let length = bodyLength(code[index...], after: match.range.lowerBound), length > maximumLines
            else { return nil }
            let name = String(match.1 ?? match.2 ?? match.3 ?? "")
            let message = "the body of \(name) has \(length) lines; a function has at most \(maximumLines): split it"
            return Violation(path: file.path, line: index + 1, message: message)
        }
    }

    /// The number of lines between the braces of the body; nil for a declaration without a body.
    private static func bodyLength(_ code: ArraySlice<String>, after start: String.Index) -> Int? {
        var depth = 0
        var bodyLine: Int?
        for index in code.indices {
            let line = index == code.startIndex ? code[index][start...].drop { $0 == "{" } : code[index][...]
            for byte in line.utf8 {
                switch byte {
                case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                    if byte == UInt8(ascii: "{"), depth == 0, bodyLine == nil { bodyLine = index }
                    depth += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                    depth -= 1
                    if depth == 0, let bodyLine { return max(0, index - bodyLine - 1) }
                    // The end of the surrounding type: the declaration has no body.
                    if depth < 0 { return nil }
                default: break
                }
            }
            let next = index + 1 < code.endIndex ? code[index + 1] : ""
            if depth == 0, bodyLine == nil, !continues(line, next: next) { return nil }
        }
        return nil
    }

    /// Whether the signature in `line` goes on in the next line.
    private static func continues(_ line: Substring, next: String) -> Bool {
        let beginning = next.drop { $0 == " " }
        return ["->", ",", "&", "where"].contains { line.hasSuffix($0) }
            || ["{", "->", "async", "throws", "rethrows", "where"].contains { beginning.hasPrefix($0) }
    }
}
