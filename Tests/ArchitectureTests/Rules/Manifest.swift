/// What `Package.swift` declares for our rooms.
struct Manifest {
    /// Our targets that each room declares.
    let rooms: [String: Set<String>]

    init(_ text: String) {
        let entry = #/\b(?:room|\.executableTarget)\(\s*(?:name:\s*)?"(\w+)"/#
        let targets = text.split(separator: "targets: [").last ?? ""
        let entries = targets.matches(of: entry)
        rooms = entries.reduce(into: [:]) { rooms, match in
            let name = String(match.output.1)
            let rest = targets[match.range.upperBound...].prefix(Self.closing(targets[match.range.upperBound...]))
            let named = rest.matches(of: #/"(\w+)"/#).map { String($0.output.1) }
            if Rooms.mayImport[name] != nil { rooms[name] = Rooms.ours.intersection(named) }
        }
    }

    /// How many characters it takes to the parenthesis that closes the entry.
    private static func closing(_ text: Substring) -> Int {
        var depth = 1
        return text.prefix { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth > 0
        }.count
    }
}
