import DeviceProtocols

/// The chains of the kernel's firewall that see packets for this machine, from the output of `nft -j list ruleset`.
package struct NftablesRuleset: Sendable {
    /// A chain of one table.
    struct Chain: Sendable {
        /// Whether the kernel passes packets for this machine to it.
        var isInput = false
        var dropsByDefault = false
        var rules: [[JSONValue]] = []
    }

    struct Key: Hashable, Sendable { let family, table, chain: String }

    private static let limits = JSONLimits(bytes: 4 << 20, depth: 32, values: 400_000)

    let chains: [Key: Chain]
    /// The rules of iptables in words: `nft` prints only the names of many of their conditions.
    package var iptables: IPTablesInput?

    /// Nil if the output is not what `nft` prints.
    package init?(_ output: [UInt8]) {
        guard let list = try? JSONValue(parsing: output, limits: Self.limits)["nftables"]?.list else { return nil }
        var chains: [Key: Chain] = [:]
        for entry in list {
            if let chain = entry["chain"], let key = Key(chain, name: "name") {
                chains[key, default: Chain()].isInput =
                    chain["hook"]?.text == "input" && chain["type"]?.text == "filter"
                chains[key, default: Chain()].dropsByDefault = chain["policy"]?.text == "drop"
            } else if let rule = entry["rule"], let key = Key(rule, name: "chain"), let list = rule["expr"]?.list {
                chains[key, default: Chain()].rules.append(list)
            }
        }
        self.chains = chains
    }

    /// The verdict of all chains together on a packet of IPv4: each of them must accept it.
    package func verdict(on packet: InboundPacket) -> FirewallVerdict {
        var steps = ChainEvaluation.maximumSteps
        let verdicts = inputChains.map { key, chain in
            var evaluation = ChainEvaluation(chains, packet: packet, stepsLeft: steps)
            defer { steps = evaluation.stepsLeft }
            return certain(evaluation.verdict(of: chain, key: key), of: key, on: packet)
        }
        if verdicts.contains(.dropped) { return .dropped }
        return verdicts.contains(.conditional) ? .conditional : .accepted
    }

    /// The tables with a chain that drops the packet. The names are text from outside.
    package func tables(dropping packet: InboundPacket) -> [String] {
        inputChains.filter { key, chain in
            var evaluation = ChainEvaluation(chains, packet: packet)
            return certain(evaluation.verdict(of: chain, key: key), of: key, on: packet) != .accepted
        }.map { "\($0.key.family) \($0.key.table) \($0.key.chain)" }
    }

    /// The verdict, or that of the rules in words if it depends on conditions.
    private func certain(_ verdict: FirewallVerdict, of key: Key, on packet: InboundPacket) -> FirewallVerdict {
        guard verdict == .conditional, key == .ofIPTables, let iptables else { return verdict }
        return iptables.verdict(on: packet)
    }

    private var inputChains: [(key: Key, value: Chain)] {
        chains.filter { $0.value.isInput && ["inet", "ip"].contains($0.key.family) }
            .sorted { ($0.key.family, $0.key.table, $0.key.chain) < ($1.key.family, $1.key.table, $1.key.chain) }
    }
}

extension NftablesRuleset.Key {
    fileprivate init?(_ entry: JSONValue, name: String) {
        guard let family = entry["family"]?.text, let table = entry["table"]?.text, let chain = entry[name]?.text else {
            return nil
        }
        self.init(family: family, table: table, chain: chain)
    }

    fileprivate static let ofIPTables = NftablesRuleset.Key(family: "ip", table: "filter", chain: "INPUT")

    /// A chain of the same table.
    func sibling(_ chain: String) -> NftablesRuleset.Key {
        NftablesRuleset.Key(family: family, table: table, chain: chain)
    }
}
