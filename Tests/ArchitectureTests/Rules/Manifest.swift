/// The dependencies between the targets of this package, as `Package.swift` declares them.
struct Manifest {
    /// The targets of this package that each target depends on.
    let dependencies: [String: Set<String>]

    init(_ text: String) {
        let entry = #/\b(?:module|\.executableTarget)\(\s*(?:name:\s*)?"(\w+)"/#
        let targets = text.split(separator: "targets: [").last ?? ""
        let entries = targets.matches(of: entry)
        dependencies = entries.reduce(into: [:]) { dependencies, match in
            let name = String(match.output.1)
            let rest = targets[match.range.upperBound...].prefix(Self.length(targets[match.range.upperBound...]))
            let named = rest.matches(of: #/"(\w+)"/#).map { String($0.output.1) }
            if AllowedImports.byTarget[name] != nil {
                dependencies[name] = AllowedImports.targets.intersection(named)
            }
        }
    }

    /// Returns the number of characters before the parenthesis that closes the entry.
    private static func length(_ text: Substring) -> Int {
        var depth = 1
        return text.prefix { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth > 0
        }.count
    }
}
