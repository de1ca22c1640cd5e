import DeviceProtocols

/// Evaluates chains of the firewall for one packet. A rule with a condition that is not evaluated may or may not apply: it
/// counts if it accepts, as a condition, and is ignored if it drops.
struct ChainEvaluation {
    static let maximumSteps = 20_000
    private static let maximumDepth = 16

    /// Where the packet is after a rule or chain.
    private enum Flow { case accepted, dropped, returned, next }

    private let chains: [NftablesRuleset.Key: NftablesRuleset.Chain]
    private let matcher: RuleMatcher
    /// The rules that may still be evaluated, so that chains that call each other end.
    private(set) var stepsLeft: Int
    private var mayAccept = false
    private var mayDrop = false

    init(
        _ chains: [NftablesRuleset.Key: NftablesRuleset.Chain], packet: InboundPacket, stepsLeft: Int = maximumSteps
    ) {
        self.chains = chains
        matcher = RuleMatcher(packet)
        self.stepsLeft = stepsLeft
    }

    mutating func verdict(of chain: NftablesRuleset.Chain, key: NftablesRuleset.Key) -> FirewallVerdict {
        (mayAccept, mayDrop) = (false, false)
        let accepted: Bool
        switch flow(through: chain, key: key, depth: 0) {
        case .accepted: accepted = true
        case .dropped: accepted = false
        case .returned, .next:
            guard stepsLeft > 0 else { return .conditional }
            accepted = !chain.dropsByDefault
        }
        let isUncertain = accepted ? mayDrop : mayAccept
        return isUncertain ? .conditional : accepted ? .accepted : .dropped
    }

    private mutating func flow(
        through chain: NftablesRuleset.Chain, key: NftablesRuleset.Key, depth: Int
    ) -> Flow {
        for rule in chain.rules {
            guard stepsLeft > 0 else { return .next }
            stepsLeft -= 1
            switch flow(through: rule, key: key, depth: depth) {
            case .next: continue
            case let end: return end
            }
        }
        return .next
    }

    private mutating func flow(through rule: [JSONValue], key: NftablesRuleset.Key, depth: Int) -> Flow {
        var isCertain = true
        for statement in rule.prefix(64) {
            guard let (name, value) = statement.members?.first.map({ ($0.key, $0.value) }) else { return .next }
            switch matcher.effect(of: name, value: value) {
            case .none: continue
            case .ends: return .next
            case .mayEnd: isCertain = false
            case .unknownVerdict:
                (mayAccept, mayDrop) = (true, true)
                return .next
            case .verdicts(let verdicts):
                for (answer, verdict) in verdicts where answer != .no {
                    let flow = flow(after: verdict, isCertain: isCertain && answer == .yes, key: key, depth: depth)
                    if flow != .next { return flow }
                }
            }
        }
        return .next
    }

    private mutating func flow(
        after verdict: JSONValue, isCertain: Bool, key: NftablesRuleset.Key, depth: Int
    ) -> Flow {
        guard let member = verdict.members?.first else { return .next }
        var flow = Flow.next
        switch member.key {
        case "accept": flow = .accepted
        case "drop", "reject": flow = .dropped
        case "return": flow = .returned
        case "jump", "goto":
            guard depth < Self.maximumDepth, let name = member.value["target"]?.text,
                let target = chains[key.sibling(name)]
            else { break }
            flow = self.flow(through: target, key: key.sibling(name), depth: depth + 1)
            if flow == .returned || flow == .next { flow = member.key == "goto" ? .returned : .next }
        default: break
        }
        guard !isCertain else { return flow }
        mayAccept = mayAccept || flow == .accepted
        return .next
    }
}
