import DeviceProtocols
import HomeModel
import Testing

@testable import MQTTLink

@Suite struct DiscoveryParsersTests {
    private static let description = Array(String.sensor.utf8)

    @Test func rootsBeyondTheLimitAreFindingsAndDoNotAffectOthers() {
        var parsers = DiscoveryParsers()
        var findings = 0
        for number in 0..<1100 {
            let events = parsers.receive("r\(number)/5/x/$description", payload: Self.description, isRetained: true)
            findings += events.count { if case .finding = $0 { true } else { false } }
        }
        #expect(findings == 1100 - 1024)
        let again = parsers.receive("r0/5/x/$state", payload: Array("ready".utf8), isRetained: true)
        #expect(again.count { if case .availability(.ready, _) = $0 { true } else { false } } == 1)
    }

    @Test func unmatchedTopicsDoNotCountTowardsTheRootLimit() {
        var parsers = DiscoveryParsers()
        for number in 0..<2000 { #expect(parsers.receive("r\(number)/x", payload: [], isRetained: false).isEmpty) }
        #expect(!parsers.receive("u/5/x/$description", payload: Self.description, isRetained: true).isEmpty)
    }
}
