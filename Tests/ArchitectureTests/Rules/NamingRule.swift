/// Checks that names are where a reader looks for them: labels at arguments, types in files of their names, and facts as
/// the names of tests.
enum NamingRule {
    /// A longer type lies in a file of its name; shorter companions may stay beside the type that they belong to.
    static let longestCompanion = 120

    // MARK: Argument labels

    /// Functions and initialisers have at most one unlabelled parameter, except pairs of equal values, and the rows of a
    /// table whose initialiser is private to its file.
    static func labelViolations(in file: SourceFile) -> [Violation] {
        let code = file.code
        return code.indices.compactMap { index in
            guard let parameters = parameters(at: index, of: code) else { return nil }
            let names = parameters.filter { $0.hasPrefix("_ ") }.map { String($0.dropFirst(2).prefix { $0 != ":" }) }
            guard names.count > 1, !pairs.contains(Set(names)) else { return nil }
            guard !code[index].contains("fileprivate init"), !code[index].contains("appendInterpolation"),
                !code[index].contains("callAsFunction")
            else {
                return nil
            }
            let message =
                "the parameters \(names.joined(separator: ", ")) have no labels; only the first one may have none"
            return Violation(path: file.path, line: index + 1, message: message)
        }
    }

    private static let pairs: Set<Set<String>> = [
        ["a", "b"], ["lhs", "rhs"], ["first", "second"], ["left", "right"], ["x", "y"], ["low", "high"],
        ["one", "other"],
        ["old", "new"], ["lower", "upper"], ["latitude", "longitude"], ["from", "to"],
    ]

    /// The parameters of the function or initialiser that is declared in the line; nil if none is.
    private static func parameters(at index: Int, of code: [String]) -> [String]? {
        let line = code[index]
        guard line.contains("func ") || line.contains("init") else { return nil }
        let declaration = #/(?:\bfunc\s+[\w`]+|(?:^|[\s{])init[?!]?)\s*(?=[(<])/#
        guard let match = line.firstMatch(of: declaration) else { return nil }
        let text = line[match.range.upperBound...] + "\n" + code.dropFirst(index + 1).prefix(24).joined(separator: "\n")
        var (depth, generics) = (0, 0)
        var (parameters, current): ([String], String) = ([], "")
        var previous: Character = " "
        for character in text {
            defer { previous = character }
            switch character {
            case "<": generics += 1
            case ">" where previous != "-": generics -= 1
            case "(", "[", "{":
                depth += 1
                if depth == 1 { continue }
            case ")", "]", "}":
                depth -= 1
                if depth == 0 {
                    parameters.append(current)
                    return parameters.map { String($0.drop(while: \.isWhitespace)) }
                }
            case "," where depth == 1 && generics == 0:
                parameters.append(current)
                current = ""
                continue
            default: break
            }
            if depth > 0 { current.append(character) }
        }
        return nil
    }

    // MARK: Types and files

    /// A file `X.swift` that declares one type declares X, and no long type lies in a file of another name.
    static func fileViolations(in file: SourceFile) -> [Violation] {
        let name = String(file.name.dropLast(".swift".count))
        let types = types(of: file.code)
        let isGroup = types.count != 1
        let strangers = types.filter { type in
            guard type.name != name else { return false }
            return !type.isPrivate && (type.length >= longestCompanion || !isGroup && !name.contains("+"))
        }
        return strangers.map { type in
            Violation(
                path: file.path, line: type.line,
                message: "\(type.name) lies in \(file.name); put it into \(type.name).swift")
        }
    }

    private struct DeclaredType {
        let name: String
        let line: Int
        let length: Int
        let isPrivate: Bool
    }

    /// The types that are declared at the top level.
    private static func types(of code: [String]) -> [DeclaredType] {
        let declaration =
            #/^(?:@\w+(?:\([^)]*\))? )*(?:(\w+) )?(?:final |indirect )*(?:struct|class|actor|enum|protocol) (\w+)/#
        return code.indices.compactMap { index in
            guard let first = code[index].utf8.first, first > 32, let match = code[index].firstMatch(of: declaration)
            else {
                return nil
            }
            let end = code[index...].firstIndex { $0.utf8.first == UInt8(ascii: "}") } ?? index
            let isOneLine = code[index].utf8.last == UInt8(ascii: "}")
            return DeclaredType(
                name: String(match.2), line: index + 1, length: isOneLine ? 1 : end - index + 1,
                isPrivate: match.1 == "private" || match.1 == "fileprivate")
        }
    }

    // MARK: Tests

    /// Names of tests state facts: at least two words, and no subject such as `what…` or `nobody…`.
    static func testNameViolations(in file: SourceFile) -> [Violation] {
        let code = file.code
        return code.indices.compactMap { index in
            guard code[index].contains("@Test") else { return nil }
            let next = code[index...].prefix(40)
            guard let line = next.firstIndex(where: { $0.contains("func ") }),
                let match = code[line].firstMatch(of: #/func (\w+)/#)
            else { return nil }
            let name = String(match.1)
            guard
                name.wholeMatch(of: #/(?:an?|the|what|whatever|who|whoever|whose|nobody|somebody)[A-Z]\w*/#) != nil
                    || !name.contains(where: \.isUppercase)
            else { return nil }
            let message = "\(name): name a test as a fact with a subject and a verb"
            return Violation(path: file.path, line: line + 1, message: message)
        }
    }
}

/// Checks that sources are at `<Target>/<Noun>/<Type>.swift`, and that files are short.
enum LayoutRule {
    static let maximumLines = 400

    static func sizeViolations(in file: SourceFile) -> [Violation] {
        let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
        guard count > maximumLines else { return [] }
        let message = "\(count) lines; a file has at most \(maximumLines): split it by noun"
        return [Violation(path: file.path, line: maximumLines + 1, message: message)]
    }

    static func depthViolations(in file: SourceFile) -> [Violation] {
        // Each dialect has a folder of its own within its target.
        let maximum = file.target == "DeviceProtocols" ? 2 : 1
        guard file.depth > maximum else { return [] }
        let message = "\(file.depth) folders below \(file.target); at most \(maximum): name the noun, not its path"
        return [Violation(path: file.path, line: 1, message: message)]
    }
}
