import Testing

@testable import HostInspection

@Suite struct IPTablesInputTests {
    @Test(
        arguments: [
            ("-P INPUT ACCEPT", .accepted), ("-P INPUT DROP", .dropped),
            ("-P INPUT DROP\n-A INPUT -p tcp -m tcp --dport 8443 -j ACCEPT", .accepted),
            ("-P INPUT DROP\n-A INPUT -p udp -m udp --dport 8443 -j ACCEPT", .dropped),
            ("-P INPUT DROP\n-A INPUT -p tcp -m tcp --dport 8000:9000 -j ACCEPT", .accepted),
            ("-P INPUT DROP\n-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT", .dropped),
            ("-P INPUT DROP\n-A INPUT -i lo -j ACCEPT", .dropped),
            ("-P INPUT DROP\n-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT", .dropped),
            ("-P INPUT DROP\n-A INPUT -s 192.168.1.0/24 -p tcp -m tcp --dport 8443 -j ACCEPT", .accepted),
            ("-P INPUT DROP\n-A INPUT -s 192.168.1.9/32 -p tcp -m tcp --dport 8443 -j ACCEPT", .conditional),
            ("-P INPUT DROP\n-A INPUT -s 10.0.0.0/8 -p tcp -m tcp --dport 8443 -j ACCEPT", .dropped),
            (
                "-P INPUT DROP\n-A INPUT -s 192.168.1.0/24 -p tcp -m multiport --dports 8443,8883:8884 -j ACCEPT",
                .accepted
            ),
            ("-P INPUT DROP\n-A INPUT -d 192.168.1.5/32 -p tcp -j ACCEPT", .accepted),
            ("-P INPUT DROP\n-A INPUT -m iprange --src-range 192.168.1.1-192.168.1.254 -j ACCEPT", .accepted),
            ("-P INPUT DROP\n-A INPUT -p tcp -m comment --comment \"for -j DROP\" -j ACCEPT", .accepted),
            ("-P INPUT DROP\n-A INPUT ! -i wan0 -j ACCEPT", .accepted),
            ("-P INPUT DROP\n-A INPUT -i eth+ -j ACCEPT", .accepted),
            ("-P INPUT ACCEPT\n-A INPUT ! -s 192.168.1.0/24 -j DROP", .accepted),
            (
                "-P INPUT ACCEPT\n-A INPUT -p tcp -m tcp ! --dport 22 -j REJECT --reject-with icmp-port-unreachable",
                .dropped
            ),
            ("-P INPUT DROP\n-A INPUT -j RETURN\n-A INPUT -j ACCEPT", .dropped),
            ("-P INPUT DROP\n-A INPUT -j services", .conditional),
            ("-P INPUT ACCEPT\n-A INPUT -g services", .conditional),
            ("-P INPUT ACCEPT\n-A INPUT -p tcp -m multiport --dports 22 -j f2b-sshd", .accepted),
            ("-P INPUT ACCEPT\n-A INPUT -s 10.0.0.9/32 -j DROP", .accepted),
            ("-P INPUT ACCEPT\n-A INPUT -j LOG\n-A INPUT -j REJECT --reject-with icmp-port-unreachable", .dropped),
        ] as [(String, FirewallVerdict)])
    func firstRuleThatAppliesDecides(_ text: String, expected: FirewallVerdict) throws {
        #expect(IPTablesInput(text)?.verdict(on: try HomeNetwork.packet(.tcp, port: 8443)) == expected)
    }

    @Test(arguments: ["", "iptables: Permission denied", "-A INPUT -j DROP"])
    func textWithoutAPolicyIsNone(_ text: String) {
        #expect(IPTablesInput(text) == nil)
    }
}
