import GatewayWire
import Glibc
import HostInspection

/// Whether the firewall of this machine lets phones and devices in. It shows the commands that would, and runs none.
struct FirewallCheck {
    /// What could be learned about the firewall.
    enum State {
        case none
        case ufw(UFWStatus)
        case nftables(NftablesRuleset)
        case iptables(IPTablesInput)
        /// It could not be looked at; the text says why, as a sentence.
        case unknown(String)
    }

    private static let tableOfIPTables = "ip filter INPUT"

    let packets: [InboundPacket]
    /// The network of the home in CIDR notation.
    let network: String

    /// The connections that the gateway needs: TCP for pages and devices and, with discovery, mDNS.
    init(ports: [UInt16], network: LocalNetwork, isDiscoveryOn: Bool = true) {
        let mDNS = InboundPacket(.udp, port: 5353, in: network, destination: InboundPacket.multicastDNS)
        packets = ports.map { InboundPacket(.tcp, port: $0, in: network) } + (isDiscoveryOn ? [mDNS] : [])
        self.network = network.network
    }

    static func state(isRoot: Bool = geteuid() == 0, folders: [String] = SystemProgram.systemFolders) -> State {
        let programs = ["ufw": ["status", "verbose"], "nft": ["-j", "list", "ruleset"], "iptables": ["-S", "INPUT"]]
        var outputs: [String: Result<SystemProgram.Output, SystemProgram.Failure>] = [:]
        for (name, arguments) in programs {
            let program = SystemProgram(name, folders: folders, limitBytes: 4 << 20)
            outputs[name] = Result { () throws(SystemProgram.Failure) in try program.run(arguments) }
        }
        return state(outputs.filter { $0.value != .failure(.notInstalled) }, isRoot: isRoot)
    }

    /// - Parameter outputs: those of the programs that are installed.
    static func state(_ outputs: [String: Result<SystemProgram.Output, SystemProgram.Failure>], isRoot: Bool) -> State {
        if outputs.isEmpty { return .none }
        guard isRoot else { return .unknown("Only root may look at it.") }
        func output(_ name: String) -> SystemProgram.Output? {
            guard case .success(let output) = outputs[name], output.status == 0 else { return nil }
            return output
        }
        if let status = output("ufw").flatMap({ UFWStatus($0.text) }), status.isActive { return .ufw(status) }
        if var rules = output("nft").flatMap({ NftablesRuleset($0.bytes) }) {
            rules.iptables = output("iptables").flatMap { IPTablesInput($0.text) }
            return .nftables(rules)
        }
        if outputs["nft"] == nil, let rules = output("iptables").flatMap({ IPTablesInput($0.text) }) {
            return .iptables(rules)
        }
        if Set(outputs.keys) == ["ufw"], output("ufw") != nil { return .none }
        return .unknown("\(outputs.keys.sorted().joined(separator: ", ")): no usable output.")
    }

    func finding(about state: State) -> FindingBody {
        switch state {
        case .none:
            return SetupFinding.ok(
                "firewall", message: "No firewall is installed on this machine (ufw, nftables, iptables).")
        case .unknown(let reason):
            return SetupFinding.notice(
                "firewallUnknown", message: "The firewall could not be looked at. \(reason)", remedy: "sudo tomte setup"
            )
        case .ufw(let status):
            // The rules with which ufw accepts mDNS are not in its status.
            let judged = packets.filter { $0.transport == .tcp }
            return finding("ufw", about: judged, allow: ufwCommands, verdict: status.verdict)
        case .iptables(let rules):
            return finding(
                "iptables", about: packets, allow: { commands($0, tables: [Self.tableOfIPTables]) },
                verdict: rules.verdict)
        case .nftables(let rules):
            let tables = Set(packets.flatMap { rules.tables(dropping: $0) }).sorted()
            return finding(
                "nftables", about: packets, allow: { commands($0, tables: tables) }, verdict: rules.verdict)
        }
    }

    private func finding(
        _ name: String, about packets: [InboundPacket], allow: ([InboundPacket]) -> [String],
        verdict: (InboundPacket) -> FirewallVerdict
    ) -> FindingBody {
        let dropped = packets.filter { verdict($0) == .dropped }
        let conditional = packets.filter { verdict($0) == .conditional }
        if !dropped.isEmpty {
            // Without mDNS the page has an address, and no name.
            let report = dropped.contains { $0.transport == .tcp } ? SetupFinding.failing : SetupFinding.warning
            return report(
                "firewallDrops", "The firewall (\(name)) discards connections to \(Self.names(dropped)).",
                "Allow them from the network of the home:\n" + allow(dropped).joined(separator: "\n"))
        }
        if !conditional.isEmpty {
            return SetupFinding.notice(
                "firewallConditional",
                message: "Whether the firewall (\(name)) lets connections to \(Self.names(conditional)) in depends on "
                    + "conditions that were not evaluated.",
                remedy: "If a phone cannot open the page, allow them from the network of the home:\n"
                    + allow(conditional).joined(separator: "\n"))
        }
        return SetupFinding.ok("firewall", message: "The firewall (\(name)) lets phones and devices in.")
    }

    private static func names(_ packets: [InboundPacket]) -> String {
        packets.map { "\($0.transport.rawValue.uppercased()) \($0.port)" }.joined(separator: ", ")
    }

    private func ufwCommands(_ packets: [InboundPacket]) -> [String] {
        packets.map { "sudo ufw allow from \(network) to any port \($0.port) proto \($0.transport.rawValue)" }
    }

    /// The commands for the program that made the tables. Rules that are added with `nft` or `iptables` are lost at a
    /// restart, so the place to keep them is named too.
    private func commands(_ packets: [InboundPacket], tables: [String]) -> [String] {
        if tables.contains(where: { $0.contains(" firewalld ") }) {
            return packets.map { "sudo firewall-cmd --permanent --add-port=\($0.port)/\($0.transport.rawValue)" }
                + ["sudo firewall-cmd --reload"]
        }
        let tables = tables.filter(Self.isPlain)
        if tables.contains(Self.tableOfIPTables) {
            return packets.map {
                "sudo iptables -I INPUT -p \($0.transport.rawValue) --dport \($0.port) -s \(network) -j ACCEPT"
            } + ["Keep them over a restart: save them, for example with iptables-persistent."]
        }
        return tables.flatMap { table in
            packets.map {
                "sudo nft insert rule \(table) ip saddr \(network) \($0.transport.rawValue) dport \($0.port) accept"
            }
        } + ["Keep them over a restart: add them to /etc/nftables.conf."]
    }

    /// Whether a name of the firewall can be a part of a command that a person copies.
    private static func isPlain(_ table: String) -> Bool {
        table.utf8.count <= 128
            && table.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "_-. ".unicodeScalars.contains($0))
            }
    }
}
