/// The state of the firewall `ufw`, from the output of `ufw status verbose`. It does not show the rules of ufw's own
/// files, which accept mDNS, so that only other packets can be judged.
package struct UFWStatus: Hashable, Sendable {
    private struct Rule: Hashable {
        let accepts: Bool
        /// Nil if it is not understood.
        let target: UFWEndpoint?
        let source: UFWEndpoint?
        /// The interface of the rule; nil for all of them.
        let interface: Substring?

        func applies(to packet: InboundPacket) -> ConditionAnswer {
            if let interface, interface != packet.interface { return .no }
            return .all([target?.isTarget(of: packet) ?? .unknown, source?.isSource(of: packet) ?? .unknown])
        }
    }

    private static let maximumLines = 4096
    private static let verbs: Set<Substring> = ["ALLOW", "LIMIT", "DENY", "REJECT"]

    package let isActive: Bool
    private let acceptsByDefault: Bool
    private let rules: [Rule]

    /// Nil if the text has no status.
    package init?(_ text: String) {
        let lines = text.split(separator: "\n", maxSplits: Self.maximumLines).prefix(Self.maximumLines)
        guard let status = lines.first(where: { $0.hasPrefix("Status:") }) else { return nil }
        isActive = status.dropFirst("Status:".count).drop { $0 == " " } == "active"
        acceptsByDefault = lines.contains { $0.hasPrefix("Default: allow (incoming)") }
        let start = lines.firstIndex { $0.hasPrefix("--") } ?? lines.endIndex
        rules = lines[start...].dropFirst().compactMap(Self.rule)
    }

    /// The first rule that certainly applies to the packet decides.
    package func verdict(on packet: InboundPacket) -> FirewallVerdict {
        guard isActive else { return .accepted }
        var mayAccept = false
        for rule in rules {
            switch rule.applies(to: packet) {
            case .yes: return rule.accepts ? .accepted : mayAccept ? .conditional : .dropped
            case .unknown: mayAccept = mayAccept || rule.accepts
            case .no: continue
            }
        }
        if acceptsByDefault { return .accepted }
        return mayAccept ? .conditional : .dropped
    }

    /// A rule of IPv4 for incoming connections, such as `8443/tcp on eth0   ALLOW IN   192.168.1.0/24   # the page`; nil
    /// for other lines. A long target leaves only one space before the action.
    private static func rule(_ line: Substring) -> Rule? {
        let words = line.prefix(1024).split(separator: " ")
        guard let action = words.firstIndex(where: verbs.contains), action > 0, action + 1 < words.endIndex else {
            return nil
        }
        let rest = words[(action + 1)...]
        guard let direction = rest.first, !["OUT", "FWD"].contains(direction) else { return nil }
        var target = words[..<action]
        var interface: Substring?
        if target.count > 2, target[target.endIndex - 2] == "on" {
            interface = target.last
            target = target.dropLast(2)
        }
        let source = rest.dropFirst(direction == "IN" ? 1 : 0).prefix { $0 != "#" }
        guard !(target + source).contains(where: { $0.contains("(v6)") }) else { return nil }
        return Rule(
            accepts: ["ALLOW", "LIMIT"].contains(words[action]), target: UFWEndpoint(target),
            source: UFWEndpoint(source), interface: interface)
    }
}

/// One end of a connection in a rule of ufw: `Anywhere`, `8443/tcp`, `8000:9000,443/tcp (Name of a profile)`,
/// `192.168.1.5 8443/tcp` or `192.168.1.0/24`.
struct UFWEndpoint: Hashable {
    private var addresses: IPv4Range?
    private var isIPv6 = false
    private var transport: Substring?
    private var ports: [ClosedRange<UInt16>]?

    /// Nil if a word is not understood. The name of a profile is in parentheses.
    init?(_ words: some Sequence<Substring>) {
        let words = words.prefix { !$0.hasPrefix("(") }
        guard (1...2).contains(words.count) else { return nil }
        for word in words {
            var word = word
            if let slash = word.lastIndex(of: "/"), word[slash...].dropFirst().allSatisfy(\.isLetter) {
                transport = word[slash...].dropFirst()
                word = word[..<slash]
            }
            guard word == "Anywhere" || read(word) else { return nil }
        }
    }

    private mutating func read(_ word: Substring) -> Bool {
        if let range = IPv4Range(word) {
            addresses = range
        } else if word.count(where: { $0 == ":" }) > 1, !word.contains(",") {
            isIPv6 = true
        } else {
            let ranges = word.split(separator: ",").map(Self.ports)
            ports = ranges.compactMap(\.self)
            return !ranges.contains(nil)
        }
        return true
    }

    private static func ports(_ text: Substring) -> ClosedRange<UInt16>? {
        let bounds = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt16($0) }
        guard (1...2).contains(bounds.count), let low = bounds[0], let high = bounds[bounds.count - 1], low <= high
        else {
            return nil
        }
        return low...high
    }

    func isTarget(of packet: InboundPacket) -> ConditionAnswer {
        if let ports, !ports.contains(where: { $0.contains(packet.port) }) { return .no }
        return isEnd(packet.destination, of: packet)
    }

    /// The port of the sender is not known.
    func isSource(of packet: InboundPacket) -> ConditionAnswer {
        .all([isEnd(packet.sources, of: packet), ports == nil ? .yes : .unknown])
    }

    private func isEnd(_ end: IPv4Range, of packet: InboundPacket) -> ConditionAnswer {
        if isIPv6 || transport.map({ $0 != packet.transport.rawValue }) ?? false { return .no }
        return addresses?.covers(end) ?? .yes
    }
}
