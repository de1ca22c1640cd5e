/// The rules of iptables for packets to this machine, from the output of `iptables -S INPUT`. Rules that jump to
/// other chains are not followed.
package struct IPTablesInput: Hashable, Sendable {
    private static let maximumLines = 4096
    /// The targets after which the next rule follows.
    private static let notes: Set = ["LOG", "NFLOG", "MARK", "CONNMARK", "TRACE", "SET"]

    private let dropsByDefault: Bool
    private let rules: [IPTablesRule]

    /// Nil if the text has no policy of the chain.
    package init?(_ text: String) {
        let lines = text.split(separator: "\n", maxSplits: Self.maximumLines).prefix(Self.maximumLines)
            .map { IPTablesRule.words(of: $0) }
        guard let policy = lines.first(where: { $0.starts(with: ["-P", "INPUT"]) })?.last else { return nil }
        dropsByDefault = policy != "ACCEPT"
        rules = lines.filter { $0.starts(with: ["-A", "INPUT"]) }.map { IPTablesRule($0.dropFirst(2)) }
    }

    /// The first rule that certainly applies to the packet decides.
    package func verdict(on packet: InboundPacket) -> FirewallVerdict {
        var (mayAccept, mayDrop) = (false, false)
        for rule in rules {
            let answer = rule.applies(to: packet)
            guard answer != .no, let target = rule.target, !Self.notes.contains(target) else { continue }
            switch (target, answer) {
            case ("ACCEPT", .yes): return mayDrop ? .conditional : .accepted
            case ("ACCEPT", _): mayAccept = true
            case ("DROP", .yes), ("REJECT", .yes): return mayAccept ? .conditional : .dropped
            case ("DROP", _), ("REJECT", _): continue
            case ("RETURN", .yes): return verdictOfPolicy(mayAccept: mayAccept, mayDrop: mayDrop)
            default: (mayAccept, mayDrop) = (true, true)
            }
        }
        return verdictOfPolicy(mayAccept: mayAccept, mayDrop: mayDrop)
    }

    private func verdictOfPolicy(mayAccept: Bool, mayDrop: Bool) -> FirewallVerdict {
        let isUncertain = dropsByDefault ? mayAccept : mayDrop
        return isUncertain ? .conditional : dropsByDefault ? .dropped : .accepted
    }
}

/// One rule, such as `-s 192.168.1.0/24 -p tcp -m tcp --dport 8443 -j ACCEPT`.
struct IPTablesRule: Hashable {
    private struct Condition: Hashable {
        let option: String
        let values: [String]
        let isNegated: Bool
    }

    /// The verdict, or the name of the chain that follows; nil for a rule that only counts.
    let target: String?
    private let conditions: [Condition]

    init(_ words: some Collection<String>) {
        let words = Array(words)
        let end = words.firstIndex { $0 == "-j" || $0 == "-g" } ?? words.endIndex
        target = end + 1 < words.endIndex ? words[end + 1] : nil
        var conditions: [Condition] = []
        var isNegated = false
        var position = words.startIndex
        while position < end {
            let option = words[position]
            position += 1
            guard option != "!" else {
                isNegated = true
                continue
            }
            let values = words[position..<end].prefix { $0 != "!" && !$0.hasPrefix("-") }
            position = values.endIndex
            conditions.append(Condition(option: option, values: Array(values), isNegated: isNegated))
            isNegated = false
        }
        self.conditions = conditions
    }

    func applies(to packet: InboundPacket) -> ConditionAnswer {
        .all(
            conditions.lazy.map { condition in
                let answer = Self.answer(to: condition, packet: packet)
                return condition.isNegated ? answer.negated : answer
            })
    }

    private static func answer(to condition: Condition, packet: InboundPacket) -> ConditionAnswer {
        guard let value = condition.values.first, condition.values.count == 1 else { return .unknown }
        switch condition.option {
        case "-m", "--comment": return .yes
        case "-p": return isYes(value == packet.transport.rawValue || value == "all")
        case "-i":
            return isYes(
                value.hasSuffix("+") ? packet.interface.hasPrefix(value.dropLast()) : value == packet.interface)
        case "-s": return IPv4Range(value)?.covers(packet.sources) ?? .unknown
        case "-d": return IPv4Range(value)?.covers(packet.destination) ?? .unknown
        case "--src-range": return range(value)?.covers(packet.sources) ?? .unknown
        case "--dst-range": return range(value)?.covers(packet.destination) ?? .unknown
        case "--dport", "--dports": return ports(value, include: packet.port)
        case "--ctstate", "--state": return isYes(value.split(separator: ",").contains("NEW"))
        default: return .unknown
        }
    }

    private static func isYes(_ applies: Bool) -> ConditionAnswer { applies ? .yes : .no }

    /// `192.168.1.5-192.168.1.9`
    private static func range(_ text: String) -> IPv4Range? {
        let ends = text.split(separator: "-").map { IPv4Range.address($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1] else { return nil }
        return IPv4Range(first: first, last: last)
    }

    /// `8443`, `8000:9000` or `80,8443`
    private static func ports(_ text: String, include port: UInt16) -> ConditionAnswer {
        .any(
            text.split(separator: ",").map { range in
                let bounds = range.split(separator: ":", omittingEmptySubsequences: false).map { UInt16($0) }
                guard (1...2).contains(bounds.count), let low = bounds[0], let high = bounds[bounds.count - 1] else {
                    return .unknown
                }
                return isYes(low <= port && port <= high)
            })
    }

    /// The words of a line. A text in quotes, such as a comment, is one word.
    static func words(of line: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var (isQuoted, isEscaped) = (false, false)
        for character in line.prefix(4096) {
            switch character {
            case _ where isEscaped: (isEscaped, word) = (false, word + String(character))
            case "\\" where isQuoted: isEscaped = true
            case "\"": isQuoted.toggle()
            case " " where !isQuoted:
                if !word.isEmpty { words.append(word) }
                word = ""
            default: word.append(character)
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}
