import HomeDialects
import MosquittoTransport
import Testing

/// The dialects do not know the transport, but the transport must accept every topic that they accept.
@Suite struct TopicRulesTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func topicsThatDialectsAcceptCanBeSubscribedTo(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces =
            [
                "/", "a", "é", "+", "#", "+\u{301}", "#\u{200D}", "\u{202E}", "日", String(repeating: "/", count: 100),
                "%",
            ]
            + [0, 1, 0x7F, 0x85, 0xFDD0, 0xFFFE, 0x1_FFFF, 0x10_FFFD].compactMap(Unicode.Scalar.init).map { String($0) }
        for _ in 0..<2_000 {
            let topic = (0..<Int.random(in: 0...6, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let isPossible = Subscription(topicFilter: topic).fault == nil
            let hasWildcard = topic.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
            let isShort = topic.utf8.count <= TopicName.maximumBytes
            #expect(
                TopicName.isValid(topic) == (isPossible && isShort && !hasWildcard),
                "\(topic.debugDescription), seed \(seed)")
        }
    }
}
