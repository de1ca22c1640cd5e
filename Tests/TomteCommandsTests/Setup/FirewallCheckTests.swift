import Foundation
import GatewayWire
import Glibc
import HostInspection
import Testing

@testable import TomteCommands

@Suite struct FirewallCheckTests {
    private static let network = LocalNetwork(
        addresses: Array(
            """
            [{"ifname":"eth0","operstate":"UP","link_type":"ether","address":"02:fc:00:00:00:01","addr_info":[{"family":"inet",\
            "local":"192.168.1.7","prefixlen":24,"scope":"global","dynamic":true,"valid_life_time":3600}]}]
            """.utf8), routes: [])

    private static func check(_ ports: [UInt16] = [8443], isDiscoveryOn: Bool = true) throws -> FirewallCheck {
        FirewallCheck(ports: ports, network: try #require(network), isDiscoveryOn: isDiscoveryOn)
    }

    @Test func firewallThatDropsIsNamedWithItsCommands() throws {
        let check = try Self.check([8443, 8883])
        let ufw = try #require(
            UFWStatus("Status: active\nDefault: deny (incoming)\n--\n8883/tcp    ALLOW IN    Anywhere\n"))
        let finding = check.finding(about: .ufw(ufw))
        #expect(finding.severity == "failing" && finding.message.hasSuffix("connections to TCP 8443."))
        #expect(
            finding.remedy.split(separator: "\n").dropFirst() == [
                "sudo ufw allow from 192.168.1.0/24 to any port 8443 proto tcp"
            ])
        #expect(check.finding(about: .none).severity == "ok")
        #expect(check.finding(about: .unknown("Only root may look at the firewall.")).severity == "notice")
    }

    /// The status after the command of the remedy, as ufw 0.36 prints it. Its rules for mDNS are not in it.
    @Test func remedyForUFWClearsItsFinding() throws {
        let ufw = try #require(
            UFWStatus(
                """
                Status: active
                Logging: on (low)
                Default: deny (incoming), allow (outgoing), disabled (routed)
                New profiles: skip

                To                         Action      From
                --                         ------      ----
                22/tcp                     ALLOW IN    Anywhere
                8443/tcp                   ALLOW IN    192.168.1.0/24
                22/tcp (v6)                ALLOW IN    Anywhere (v6)

                """))
        #expect(try Self.check().finding(about: .ufw(ufw)).severity == "ok")
    }

    @Test func droppedMDNSIsAWarningUnlessDiscoveryIsOff() throws {
        let json = """
            {"nftables":[{"chain":{"family":"inet","table":"filter","name":"input","type":"filter","hook":"input",\
            "policy":"drop"}},{"rule":{"family":"inet","table":"filter","chain":"input","expr":[{"match":{"op":"==",\
            "left":{"meta":{"key":"l4proto"}},"right":"tcp"}},{"accept":null}]}}]}
            """
        let rules = try #require(NftablesRuleset(Array(json.utf8)))
        let finding = try Self.check().finding(about: .nftables(rules))
        #expect(finding.severity == "warning" && finding.message.contains("UDP 5353"))
        #expect(try Self.check(isDiscoveryOn: false).finding(about: .nftables(rules)).severity == "ok")
    }

    /// Runs in a network of its own, so that the firewall of this machine stays as it is.
    @Test(
        .enabled(if: Self.hasPrivateFirewall, "needs root and nft"),
        arguments: [
            """
            nft 'add table inet filter; add chain inet filter input { type filter hook input priority 0; policy drop; }'
            """,
            """
            nft 'add table inet filter; add chain inet filter input { type filter hook input priority 0; }'
            nft 'add rule inet filter input ct state established accept; add rule inet filter input counter reject'
            """,
            "iptables -P INPUT DROP && iptables -A INPUT -i lo -j ACCEPT",
            """
            iptables -A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
            iptables -A INPUT -s 10.0.0.0/8 -j ACCEPT
            iptables -A INPUT -p tcp -j REJECT --reject-with tcp-reset
            iptables -A INPUT -j DROP
            """,
        ])
    func remedyClearsItsFindingInTheKernel(_ firewall: String) throws {
        let check = try Self.check([8443, 8883])
        let before = check.finding(about: try Self.state(after: firewall))
        #expect(before.severity == "failing" && before.code == "setup.firewallDrops", "\(before.message)")
        let commands = before.remedy.split(separator: "\n").filter { $0.hasPrefix("sudo ") }
            .map { $0.dropFirst("sudo ".count) }
        #expect(commands.count == 3)
        let after = check.finding(about: try Self.state(after: firewall + "\n" + commands.joined(separator: "\n")))
        #expect(after.severity == "ok", "\(after.message)")
    }

    /// What `nft` and `iptables` print after the commands.
    private static func state(after commands: String) throws -> FirewallCheck.State {
        let script = "set -e\n\(commands)\nnft -j list ruleset\necho\niptables -S INPUT"
        let output = try SystemProgram("unshare").run(["--net", "sh", "-c", script])
        #expect(output.status == 0)
        let lines = output.text.split(separator: "\n", maxSplits: 1)
        func result(_ text: Substring?) -> Result<SystemProgram.Output, SystemProgram.Failure> {
            .success(SystemProgram.Output(status: 0, bytes: Array((text ?? "").utf8)))
        }
        return FirewallCheck.state(["nft": result(lines.first), "iptables": result(lines.last)], isRoot: true)
    }

    private static var hasPrivateFirewall: Bool {
        let probe = ["--net", "sh", "-c", "nft -j list ruleset && command -v iptables && iptables -S"]
        return geteuid() == 0 && (try? SystemProgram("unshare").run(probe).status) == 0
    }

    @Test(arguments: [
        (
            "inet", "filter", "input",
            "sudo nft insert rule inet filter input ip saddr 192.168.1.0/24 tcp dport 8443 accept"
        ),
        ("ip", "filter", "INPUT", "sudo iptables -I INPUT -p tcp --dport 8443 -s 192.168.1.0/24 -j ACCEPT"),
        ("inet", "firewalld", "filter_INPUT", "sudo firewall-cmd --permanent --add-port=8443/tcp"),
    ])
    func commandsBelongToTheProgramThatMadeTheTable(family: String, table: String, chain: String, command: String)
        throws
    {
        let json = """
            {"nftables":[{"chain":{"family":"\(family)","table":"\(table)","name":"\(chain)","type":"filter","hook":"input",\
            "prio":0,"policy":"drop"}}]}
            """
        let rules = try #require(NftablesRuleset(Array(json.utf8)))
        #expect(
            try Self.check().finding(about: .nftables(rules)).remedy.split(separator: "\n").contains(Substring(command))
        )
    }

    @Test func nameOfATableBecomesNoCommandUnlessItIsPlain() throws {
        let json =
            #"{"nftables":[{"chain":{"family":"inet","table":"x; reboot","name":"$(id)","type":"filter","hook":"input","policy":"drop"}}]}"#
        let rules = try #require(NftablesRuleset(Array(json.utf8)))
        let finding = try Self.check().finding(about: .nftables(rules))
        #expect(finding.severity == "failing" && !finding.remedy.contains("reboot") && !finding.remedy.contains("$("))
    }

    @Test func firewallIsLookedAtOnlyByRoot() throws {
        func output(_ text: String, status: Int32 = 0) -> Result<SystemProgram.Output, SystemProgram.Failure> {
            .success(SystemProgram.Output(status: status, bytes: Array(text.utf8)))
        }
        let check = try Self.check()
        func code(_ outputs: [String: Result<SystemProgram.Output, SystemProgram.Failure>], isRoot: Bool = true)
            -> String
        {
            check.finding(about: FirewallCheck.state(outputs, isRoot: isRoot)).code
        }
        let nft = output(#"{"nftables":[]}"#)
        #expect(code([:]) == "setup.firewall" && code(["nft": nft]) == "setup.firewall")
        #expect(code(["nft": nft], isRoot: false) == "setup.firewallUnknown")
        #expect(code(["nft": .failure(.timedOut)]) == "setup.firewallUnknown")
        #expect(code(["nft": output("", status: 1)]) == "setup.firewallUnknown")
        #expect(code(["ufw": output("Status: active\n--\n"), "nft": nft]) == "setup.firewallDrops")
        #expect(code(["ufw": output("Status: inactive\n")]) == "setup.firewall")
        #expect(code(["iptables": output("-P INPUT DROP\n")]) == "setup.firewallDrops")
        #expect(code(["iptables": output("-P INPUT DROP\n"), "nft": nft]) == "setup.firewall")
    }
}
