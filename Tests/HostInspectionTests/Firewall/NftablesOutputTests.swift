import Testing

@testable import HostInspection

/// Outputs of nft 1.0.6 for rules that a person or a program entered.
@Suite struct NftablesOutputTests {
    private static func table(_ rules: [String], policy: String = "accept") -> String {
        let chain =
            #"{"chain":{"family":"inet","table":"tomte","name":"input","type":"filter","hook":"input","prio":0,"policy":"\#(policy)"}}"#
        let entries = rules.map { #"{"rule":{"family":"inet","table":"tomte","chain":"input","expr":[\#($0)]}}"# }
        return #"{"nftables":[\#(([chain] + entries).joined(separator: ","))]}"#
    }

    /// `tcp dport { 8883, 8884 } ct state new add @mqtt { ip saddr ct count over 32 } reject with tcp reset`, as
    /// SECURITY.md recommends.
    private static let limit = """
        {"match":{"op":"==","left":{"payload":{"protocol":"tcp","field":"dport"}},"right":{"set":[8883,8884]}}},\
        {"match":{"op":"in","left":{"ct":{"key":"state"}},"right":"new"}},{"set":{"op":"add","elem":{"payload":\
        {"protocol":"ip","field":"saddr"}},"set":"@mqtt","stmt":[{"ct count":{"val":32,"inv":true}}]}},\
        {"reject":{"type":"tcp reset"}}
        """
    /// `tcp dport 8443 add @seen { ip saddr counter } drop`
    private static let counted = """
        {"match":{"op":"==","left":{"payload":{"protocol":"tcp","field":"dport"}},"right":8443}},{"set":{"op":"add",\
        "elem":{"payload":{"protocol":"ip","field":"saddr"}},"set":"@seen","stmt":[{"counter":null}]}},{"drop":null}
        """
    /// `udp dport 5353 ip daddr 224.0.0.251 accept`
    private static let mDNS = """
        {"match":{"op":"==","left":{"payload":{"protocol":"udp","field":"dport"}},"right":5353}},{"match":{"op":"==",\
        "left":{"payload":{"protocol":"ip","field":"daddr"}},"right":"224.0.0.251"}},{"accept":null}
        """

    @Test func limitOfConnectionsForEachHostDropsNoFirstConnection() throws {
        let rules = try #require(NftablesRuleset(Array(Self.table([Self.limit]).utf8)))
        #expect(rules.verdict(on: try HomeNetwork.packet(.tcp, port: 8883)) == .accepted)
    }

    @Test func setThatOnlyCountsIsNoCondition() throws {
        let rules = try #require(NftablesRuleset(Array(Self.table([Self.counted]).utf8)))
        #expect(rules.verdict(on: try HomeNetwork.packet(.tcp, port: 8443)) == .dropped)
    }

    @Test func ruleForMulticastAcceptsMDNS() throws {
        let rules = try #require(NftablesRuleset(Array(Self.table([Self.mDNS], policy: "drop").utf8)))
        let mDNS = try HomeNetwork.packet(.udp, port: 5353, destination: InboundPacket.multicastDNS)
        #expect(rules.verdict(on: mDNS) == .accepted)
        #expect(rules.verdict(on: try HomeNetwork.packet(.udp, port: 5353)) == .dropped)
    }
}
