import SeededRandom
import Testing

@testable import HostInspection

@Suite struct NftablesRulesetTests {
    private static var page: InboundPacket { get throws { try HomeNetwork.packet(.tcp, port: 8443) } }

    private static func chain(_ name: String, policy: String? = nil, family: String = "inet") -> String {
        let hook = policy.map { #","type":"filter","hook":"input","prio":0,"policy":"\#($0)""# } ?? ""
        return #"{"chain":{"family":"\#(family)","table":"filter","name":"\#(name)"\#(hook)}}"#
    }

    private static func rule(_ expressions: String..., in chain: String = "input", family: String = "inet") -> String {
        let list = expressions.joined(separator: ",")
        return #"{"rule":{"family":"\#(family)","table":"filter","chain":"\#(chain)","expr":[\#(list)]}}"#
    }

    private static func match(_ left: String, _ right: String, op: String = "==") -> String {
        #"{"match":{"op":"\#(op)","left":\#(left),"right":\#(right)}}"#
    }

    private static let accept = #"{"accept":null}"#
    private static let drop = #"{"drop":null}"#
    private static let counter = #"{"counter":{"packets":1,"bytes":2}}"#
    private static let port = #"{"payload":{"protocol":"tcp","field":"dport"}}"#
    private static let udpPort = #"{"payload":{"protocol":"udp","field":"dport"}}"#
    private static let state = #"{"ct":{"key":"state"}}"#
    private static let source = #"{"payload":{"protocol":"ip","field":"saddr"}}"#
    private static let destination = #"{"payload":{"protocol":"ip","field":"daddr"}}"#
    private static let source6 = #"{"payload":{"protocol":"ip6","field":"saddr"}}"#
    private static let interface = #"{"meta":{"key":"iifname"}}"#
    private static let home = #"{"prefix":{"addr":"192.168.1.0","len":24}}"#

    static let cases: [(entries: [String], verdict: FirewallVerdict)] = [
        ([], .accepted),
        ([chain("input", policy: "accept")], .accepted),
        ([chain("input", policy: "drop")], .dropped),
        ([chain("input", policy: "drop", family: "ip6")], .accepted),
        ([chain("input", policy: "accept"), rule(counter, drop)], .dropped),
        ([chain("input", policy: "accept"), rule(#"{"reject":{"type":"tcp reset"}}"#)], .dropped),
        ([chain("input", policy: "drop"), rule(match(port, "8443"), accept)], .accepted),
        ([chain("input", policy: "drop"), rule(match(port, "22"), accept)], .dropped),
        ([chain("input", policy: "drop"), rule(match(udpPort, "8443"), accept)], .dropped),
        ([chain("input", policy: "drop"), rule(match(port, #"{"set":[22,8443]}"#), accept)], .accepted),
        (
            [chain("input", policy: "drop"), rule(match(port, #"{"set":[22,{"range":[8000,9000]}]}"#), accept)],
            .accepted
        ),
        ([chain("input", policy: "drop"), rule(match(port, #"{"range":[1,1024]}"#), accept)], .dropped),
        ([chain("input", policy: "drop"), rule(match(port, #""@open""#), accept)], .conditional),
        ([chain("input", policy: "drop"), rule(match(port, "22", op: "!="), accept)], .accepted),
        ([chain("input", policy: "drop"), rule(match(interface, #""lo""#), accept)], .dropped),
        ([chain("input", policy: "drop"), rule(match(interface, #""eth*""#), accept)], .accepted),
        (
            [
                chain("input", policy: "drop"),
                rule(match(state, #"["established","related"]"#, op: "in"), accept),
            ], .dropped
        ),
        ([chain("input", policy: "drop"), rule(match(state, #"["new","established"]"#, op: "in"), accept)], .accepted),
        (
            [
                chain("input", policy: "drop"),
                rule(#"{"vmap":{"key":\#(state),"data":{"set":[["established",\#(accept)],["invalid",\#(drop)]]}}}"#),
            ], .dropped
        ),
        (
            [
                chain("input", policy: "drop"),
                rule(#"{"vmap":{"key":\#(port),"data":{"set":[[22,\#(drop)],[8443,\#(accept)]]}}}"#),
            ], .accepted
        ),
        ([chain("input", policy: "drop"), rule(match(source, home), match(port, "8443"), accept)], .accepted),
        ([chain("input", policy: "drop"), rule(match(source, home, op: "!="), accept)], .dropped),
        ([chain("input", policy: "accept"), rule(match(source, home, op: "!="), drop)], .accepted),
        ([chain("input", policy: "accept"), rule(match(source, home), drop)], .dropped),
        ([chain("input", policy: "drop"), rule(match(source, #""192.168.1.9""#), accept)], .conditional),
        ([chain("input", policy: "drop"), rule(match(source, #""@trusted""#), accept)], .conditional),
        (
            [
                chain("input", policy: "drop"),
                rule(match(source, #"{"set":["10.0.0.9",{"prefix":{"addr":"192.168.0.0","len":16}}]}"#), accept),
            ], .accepted
        ),
        (
            [
                chain("input", policy: "drop"),
                rule(match(source, #"{"range":["192.168.1.1","192.168.1.254"]}"#), accept),
            ], .accepted
        ),
        ([chain("input", policy: "drop"), rule(match(destination, #""192.168.1.5""#), accept)], .accepted),
        ([chain("input", policy: "drop"), rule(match(destination, #""192.168.1.6""#), accept)], .dropped),
        ([chain("input", policy: "accept"), rule(match(source6, #""fe80::1""#, op: "!="), drop)], .accepted),
        ([chain("input", policy: "accept"), rule(match(udpPort, "22", op: "!="), drop)], .accepted),
        ([chain("input", policy: "accept"), rule(#"{"xt":{"type":"target","name":"REJECT"}}"#)], .dropped),
        ([chain("input", policy: "accept"), rule(#"{"xt":{"type":"target","name":"LOG"}}"#)], .accepted),
        ([chain("input", policy: "drop"), rule(#"{"vmap":{"key":\#(port),"data":"@services"}}"#)], .conditional),
        ([chain("input", policy: "accept"), rule(#"{"vmap":{"key":\#(port),"data":"@services"}}"#)], .conditional),
        ([chain("input", policy: "drop"), rule(#"{"vmap":{"key":\#(udpPort),"data":"@services"}}"#)], .dropped),
        ([chain("input", policy: "accept"), rule(#"{"queue":null}"#)], .conditional),
        ([chain("input", policy: "accept"), rule(match(source, #""10.0.0.9""#), drop)], .accepted),
        ([chain("input", policy: "accept"), rule(#"{"xt":null}"#, drop)], .accepted),
        ([chain("input", policy: "drop"), rule(#"{"limit":{"rate":1}}"#, match(port, "8443"), accept)], .conditional),
        (
            [
                chain("input", policy: "drop"), chain("services"), rule(#"{"jump":{"target":"services"}}"#),
                rule(match(port, "8443"), accept, in: "services"),
            ], .accepted
        ),
        (
            [
                chain("input", policy: "drop"), chain("services"), rule(#"{"jump":{"target":"services"}}"#),
                rule(#"{"return":null}"#, in: "services"), rule(accept, in: "services"),
            ], .dropped
        ),
        (
            [
                chain("input", policy: "accept"), chain("rest"), rule(#"{"goto":{"target":"rest"}}"#), rule(drop),
                rule(match(port, "22"), drop, in: "rest"),
            ], .accepted
        ),
        ([chain("input", policy: "accept"), rule(#"{"jump":{"target":"input"}}"#)], .accepted),
    ]

    @Test(arguments: cases.indices) func rulesDecideAboutThePacket(_ index: Int) throws {
        let (entries, verdict) = Self.cases[index]
        let text = #"{"nftables":[\#(entries.joined(separator: ","))]}"#
        #expect(NftablesRuleset(Array(text.utf8))?.verdict(on: try Self.page) == verdict, "\(text)")
    }

    @Test func tableThatDropsIsNamed() throws {
        let text = #"{"nftables":[\#(Self.chain("input", policy: "drop"))]}"#
        let rules = try #require(NftablesRuleset(Array(text.utf8)))
        #expect(rules.tables(dropping: try Self.page) == ["inet filter input"])
    }

    @Test(arguments: ["", "{}", "[]", #"{"nftables":1}"#, #"{"nftables":["#])
    func otherOutputIsNoRuleset(_ text: String) {
        #expect(NftablesRuleset(Array(text.utf8)) == nil)
    }

    @Test func chainsThatCallEachOtherEnd() throws {
        let calls = (0..<40).map { _ in Self.rule(#"{"jump":{"target":"a"}}"#, in: "a") }
        let entries =
            [Self.chain("input", policy: "drop"), Self.chain("a"), Self.rule(#"{"jump":{"target":"a"}}"#)] + calls
        let text = #"{"nftables":[\#(entries.joined(separator: ","))]}"#
        #expect(NftablesRuleset(Array(text.utf8))?.verdict(on: try Self.page) == .conditional)
    }

    @Test func randomDamageIsHarmless() throws {
        let page = try Self.page
        var random = SeededGenerator(seed: 42)
        let text = Array(#"{"nftables":[\#(Self.cases.flatMap(\.entries).joined(separator: ","))]}"#.utf8)
        for _ in 0..<500 {
            var damaged = text
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 32...126, using: &random)
            }
            _ = NftablesRuleset(damaged)?.verdict(on: page)
        }
    }
}
