import DeviceProtocols

/// Compares the conditions of a firewall rule with a packet. Source: libnftables-json(5).
struct RuleMatcher {
    /// What a statement of a rule means for the packet.
    enum Effect {
        /// It only counts, logs or changes something else.
        case none
        /// The rule does not apply.
        case ends
        /// The rule may not apply.
        case mayEnd
        case verdicts([(ConditionAnswer, JSONValue)])
        /// It may accept or drop the packet, or do neither.
        case unknownVerdict
    }

    private static let harmless: Set<String> = ["counter", "log", "notrack", "mangle", "flow", "ct helper", "last"]
    /// The targets of iptables after which the next rule follows.
    private static let notes: Set<String> = ["LOG", "NFLOG", "MARK", "CONNMARK", "TRACE", "SET"]
    private static let verdicts: Set<String> = ["accept", "drop", "reject", "return", "jump", "goto"]
    private static let maximumElements = 4096

    private let packet: InboundPacket

    init(_ packet: InboundPacket) { self.packet = packet }

    func effect(of name: String, value: JSONValue) -> Effect {
        if Self.verdicts.contains(name) {
            return .verdicts([(.yes, .object(JSONObject([.init(key: name, value: value)])))])
        }
        if Self.harmless.contains(name) { return .none }
        switch name {
        case "match":
            switch answer(to: value) {
            case .yes: return .none
            case .no: return .ends
            case .unknown: return .mayEnd
            }
        // Statements in it are conditions, as in `add @clients { ip saddr ct count over 32 } reject`.
        case "set": return Self.isHarmless(value["stmt"]) ? .none : .mayEnd
        case "vmap": return verdicts(of: value).map { .verdicts($0) } ?? .unknownVerdict
        case "xt": return Self.effect(ofXTables: value)
        case "queue": return .unknownVerdict
        default: return .mayEnd
        }
    }

    private static func isHarmless(_ statements: JSONValue?) -> Bool {
        guard let statements else { return true }
        let list = statements.list ?? [statements]
        return list.prefix(64).allSatisfy { $0.members?.first.map { harmless.contains($0.key) } ?? false }
    }

    /// A match or target of iptables, of which `nft` prints only the name.
    private static func effect(ofXTables value: JSONValue) -> Effect {
        guard value["type"]?.text == "target", let name = value["name"]?.text else { return .mayEnd }
        if notes.contains(name) { return .none }
        guard name == "REJECT" else { return .unknownVerdict }
        return .verdicts([(.yes, .object(JSONObject([.init(key: "reject", value: .null)])))])
    }

    /// The verdicts of a map such as `ct state vmap { established : accept }`. Nil if it names a map, whose content is not
    /// known here.
    private func verdicts(of map: JSONValue) -> [(ConditionAnswer, JSONValue)]? {
        if let name = map["key"]?["payload"]?["protocol"]?.text, isForeign(name) { return [] }
        guard let key = map["key"], let pairs = map["data"]?["set"]?.list else { return nil }
        return pairs.prefix(Self.maximumElements).compactMap { pair in
            guard let value = pair[0], let verdict = pair[1] else { return nil }
            return (compare(key, with: value), verdict)
        }
    }

    private func answer(to match: JSONValue) -> ConditionAnswer {
        guard let left = match["left"], let right = match["right"] else { return .unknown }
        // A condition about another protocol, also a negated one, applies to packets of that protocol only.
        if let name = left["payload"]?["protocol"]?.text, isForeign(name) { return .no }
        let answer = compare(left, with: right)
        switch match["op"]?.text ?? "==" {
        case "==", "in": return answer
        case "!=": return answer.negated
        default: return .unknown
        }
    }

    private func isForeign(_ name: String) -> Bool {
        ["tcp", "udp", "ip6", "icmp", "icmpv6", "igmp", "sctp", "dccp"].contains(name)
            && name != packet.transport.rawValue
    }

    private func compare(_ left: JSONValue, with right: JSONValue) -> ConditionAnswer {
        switch Self.subject(left) {
        case "\(packet.transport.rawValue) dport", "th dport": return anyElement(of: right) { isPort($0) }
        case "ip saddr": return anyElement(of: right) { Self.range($0)?.covers(packet.sources) ?? .unknown }
        case "ip daddr": return anyElement(of: right) { Self.range($0)?.covers(packet.destination) ?? .unknown }
        case "meta l4proto", "ip protocol":
            return anyElement(of: right) { isText($0, equal: packet.transport.rawValue) }
        case "meta iifname", "meta iif": return anyElement(of: right) { isText($0, equal: packet.interface) }
        case "meta nfproto": return anyElement(of: right) { isText($0, equal: "ipv4") }
        case "ct state": return anyElement(of: right) { isText($0, equal: "new") }
        default: return .unknown
        }
    }

    /// For example `tcp dport` or `ct state`.
    private static func subject(_ left: JSONValue) -> String {
        if let payload = left["payload"] {
            return "\(payload["protocol"]?.text ?? "") \(payload["field"]?.text ?? "")"
        }
        for kind in ["meta", "ct"] {
            if let key = left[kind]?["key"]?.text { return "\(kind) \(key)" }
        }
        return ""
    }

    /// Applies `compare` to the value, or to each element of a set or list.
    private func anyElement(of right: JSONValue, _ compare: (JSONValue) -> ConditionAnswer) -> ConditionAnswer {
        guard let elements = right["set"]?.list ?? right.list else { return compare(right) }
        let answers = elements.prefix(Self.maximumElements).map { compare($0["elem"]?["val"] ?? $0) }
        return .any(elements.count > Self.maximumElements ? answers + [.unknown] : answers)
    }

    /// An address, a network or a range. Nil for others, such as a text that begins with @, which names a set.
    private static func range(_ value: JSONValue) -> IPv4Range? {
        if let text = value.text { return IPv4Range(text) }
        if let prefix = value["prefix"], let address = prefix["addr"]?.text, let bits = prefix["len"]?.integer {
            return IPv4Range("\(address)/\(bits)")
        }
        guard let ends = value["range"]?.list, ends.count == 2,
            let first = ends[0].text.flatMap({ IPv4Range.address($0) }),
            let last = ends[1].text.flatMap({ IPv4Range.address($0) })
        else { return nil }
        return IPv4Range(first: first, last: last)
    }

    private func isPort(_ value: JSONValue) -> ConditionAnswer {
        if let port = value.integer { return port == Int(packet.port) ? .yes : .no }
        guard let range = value["range"]?.list, range.count == 2, let low = range[0].integer,
            let high = range[1].integer
        else { return .unknown }
        return low <= Int(packet.port) && Int(packet.port) <= high ? .yes : .no
    }

    /// A text that begins with @ names a set, whose content is not known here.
    private func isText(_ value: JSONValue, equal expected: String) -> ConditionAnswer {
        guard let text = value.text, !text.hasPrefix("@") else { return .unknown }
        if text.hasSuffix("*") { return expected.hasPrefix(text.dropLast()) ? .yes : .no }
        return text == expected ? .yes : .no
    }
}
