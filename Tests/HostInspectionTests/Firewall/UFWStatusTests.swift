import Testing

@testable import HostInspection

@Suite struct UFWStatusTests {
    private func verdict(_ rules: String, defaults: String = "deny", transport: InboundPacket.Transport = .tcp) throws
        -> FirewallVerdict
    {
        let text = """
            Status: active
            Logging: on (low)
            Default: \(defaults) (incoming), allow (outgoing), disabled (routed)
            New profiles: skip

            To                         Action      From
            --                         ------      ----
            \(rules)
            """
        let status = try #require(UFWStatus(text))
        #expect(status.isActive)
        return status.verdict(on: try HomeNetwork.packet(transport, port: 8443))
    }

    @Test(
        arguments: [
            ("", .dropped), ("22/tcp                     ALLOW IN    Anywhere", .dropped),
            ("8443/tcp                   ALLOW IN    Anywhere", .accepted),
            ("8443                       ALLOW IN    Anywhere                   # the page", .accepted),
            ("8443/udp                   ALLOW IN    Anywhere", .dropped),
            ("8000:9000/tcp              LIMIT IN    Anywhere", .accepted),
            ("80,443,8443/tcp            ALLOW IN    Anywhere", .accepted),
            ("8443/tcp (v6)              ALLOW IN    Anywhere (v6)", .dropped),
            ("8443/tcp                   ALLOW OUT   Anywhere", .dropped),
            (
                "8443/tcp                   DENY IN     Anywhere\n8443/tcp                   ALLOW IN    Anywhere",
                .dropped
            ),
            ("8443/tcp                   ALLOW IN    192.168.1.0/24            ", .accepted),
            ("8443/tcp                   ALLOW IN    192.168.1.4               ", .conditional),
            ("8443/tcp                   ALLOW IN    10.0.0.0/8                ", .dropped),
            ("8443/tcp                   ALLOW IN    192.168.1.4 99/tcp        ", .conditional),
            ("Anywhere                   ALLOW IN    192.168.1.0/24", .accepted),
            ("Anywhere                   ALLOW IN    192.168.1.0/24/tcp        ", .accepted),
            ("Anywhere                   ALLOW IN    192.168.1.0/24/udp        ", .dropped),
            ("192.168.1.5 8443/tcp       ALLOW IN    192.168.0.0/16            ", .accepted),
            ("192.168.1.6 8443/tcp       ALLOW IN    Anywhere                  ", .dropped),
            ("192.168.1.5/tcp            ALLOW IN    192.168.1.0/24/tcp        ", .accepted),
            ("8443/tcp (Tomte Page)      ALLOW IN    Anywhere                  ", .accepted),
            ("8443/tcp (Tomte Page (v6)) ALLOW IN    Anywhere (v6)             ", .dropped),
            ("192.168.1.5 8443/tcp (Tomte) ALLOW IN    192.168.1.0/24            ", .accepted),
            ("192.168.1.5 8000:20000/tcp on eth0 ALLOW IN    Anywhere                  ", .accepted),
            ("192.168.1.5 8000:20000/tcp on wlp0s31f6long ALLOW IN    Anywhere                  ", .dropped),
            ("8443/tcp                   ALLOW IN    fe80::/10                 ", .dropped),
            ("8443/tcp                   LIMIT IN    Anywhere                   (log-all) # DENY IN x", .accepted),
            ("Anywhere                   DENY IN     10.0.0.9                  \n8443 ALLOW IN Anywhere", .accepted),
            ("Anywhere                   ALLOW FWD   192.168.1.0/24            ", .dropped),
            ("Anywhere on eth0           ALLOW IN    Anywhere", .accepted),
            ("Anywhere on wlan0          ALLOW IN    Anywhere", .dropped),
            ("OpenSSH                    ALLOW IN    Anywhere", .conditional),
            ("9000:8000/tcp              ALLOW IN    Anywhere", .conditional),
        ] as [(String, FirewallVerdict)])
    func firstRuleForThePortDecides(_ rules: String, expected: FirewallVerdict) throws {
        #expect(try verdict(rules) == expected)
    }

    @Test func firewallThatAllowsByDefaultDropsOnlyWhatItDenies() throws {
        #expect(try verdict("", defaults: "allow") == .accepted)
        #expect(try verdict("8443/tcp                   DENY IN     Anywhere", defaults: "allow") == .dropped)
    }

    @Test func inactiveFirewallAcceptsEverything() throws {
        let status = try #require(UFWStatus("Status: inactive\n"))
        #expect(!status.isActive)
        #expect(status.verdict(on: try HomeNetwork.packet(.tcp, port: 1)) == .accepted)
    }

    @Test(arguments: ["", "ERROR: You need to be root to run this script\n"])
    func textWithoutAStatusIsNone(_ text: String) {
        #expect(UFWStatus(text) == nil)
    }
}
