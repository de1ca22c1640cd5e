import SeededRandom
import TimeSeriesStore
import MosquittoTransport
import Testing

@testable import MQTTLink

@Suite struct RedeliveryFilterTests {
    private func message(_ packetID: UInt16, text: String = "20.5") -> ReceivedMessage {
        .sample("home/5/sensor/main/temperature", text: text, packetID: packetID)
    }

    private func stored(_ messages: [ReceivedMessage], by broker: String = "1") -> [DeliveryFingerprint] {
        RedeliveryFilter(sessionPresent: true, stored: [], broker: broker).deliveries(of: messages)
    }

    private func fresh(
        _ messages: [ReceivedMessage], stored: [DeliveryFingerprint], sessionPresent: Bool = true
    ) -> [ReceivedMessage] {
        var filter = RedeliveryFilter(sessionPresent: sessionPresent, stored: stored, broker: "1")
        return filter.fresh(of: messages)
    }

    @Test func storedMessagesAreSkippedAndNewMessagesAreNot() {
        let known = (1...5).map { message($0, text: "\($0)") }
        let new = (6...9).map { message($0, text: "\($0)") }
        #expect(fresh(Array(known[2...]) + new, stored: stored(known)) == new)
    }

    @Test func samePacketIDWithOtherContentIsNew() {
        let new = [message(1, text: "21"), message(2)]
        #expect(fresh(new, stored: stored([message(1), message(2)])) == new)
    }

    @Test func messagesAfterAnUnknownMessageAreNotSkipped() {
        let known = [message(1), message(2)]
        let later = [message(7), message(2)]
        #expect(fresh([known[0]] + later, stored: stored(known)) == later)
    }

    @Test func storedMessageIsSkippedOnlyOnce() {
        let known = [message(1)]
        #expect(fresh(known + known, stored: stored(known)) == known)
    }

    @Test func messagesWithoutASessionAreAllNew() {
        let messages = [message(1), message(2)]
        #expect(fresh(messages, stored: stored(messages), sessionPresent: false) == messages)
    }

    @Test func packetIDsOfAnEarlierSessionAreIgnored() {
        let (earlier, now) = ([message(1), message(2), message(3)], [message(1)])
        let deliveries = stored(earlier) + [.sessionStart] + stored(now)
        #expect(fresh([message(1), message(2)], stored: deliveries) == [message(2)])
    }

    /// A plug reports 0 repeatedly, and a killed broker continues its packet ids from its last saved state.
    @Test func messagesAfterABrokerRestartAreNew() {
        let messages = (1...5).map { message($0, text: "0") }
        #expect(fresh(messages, stored: stored(messages, by: "2")) == messages)
        #expect(fresh(messages, stored: stored(messages)).isEmpty)
    }

    /// An external broker crashed. Its starts have no name, it numbers its packets from 1 again, and a sensor repeats its
    /// earlier values. Only an unbroken run of stored messages counts as redelivered.
    @Test func reusedPacketIDsOfAnUnnamedBrokerAreNew() {
        let before = (1...40).map { message($0, text: $0 % 2 == 0 ? "on" : "off") }
        let after = [message(1, text: "off"), message(3, text: "off"), message(5, text: "off"), message(2, text: "on")]
        #expect(fresh(after, stored: stored(before)) == Array(after[1...]))
    }

    @Test func qos0MessagesAreNeverSkippedAndDoNotEndTheRun() {
        let known = [message(1), message(2)]
        let unnumbered = message(0)
        #expect(stored([unnumbered]).isEmpty)
        #expect(fresh([known[0], unnumbered, known[1]], stored: stored(known)) == [unnumbered])
    }

    @Test func onlyTheLaterMessageWithAPacketIDIsSkipped() {
        let deliveries = stored([message(1, text: "old"), message(1, text: "new")])
        #expect(fresh([message(1, text: "new")], stored: deliveries).isEmpty)
        #expect(fresh([message(1, text: "old")], stored: deliveries).count == 1)
    }

    @Test func messageIsIdentifiedByTopicPayloadAndProperties() {
        let one = ReceivedMessage.sample("a/b", text: "c", time: "2026-01-31T12:00:00Z")
        let others = [
            ReceivedMessage.sample("a/bc", text: "", time: "2026-01-31T12:00:00Z"), .sample("a/b", text: "c"),
            .sample("a/b", text: "d", time: "2026-01-31T12:00:00Z"),
            .sample("a/b", text: "c", time: "2026-01-31T12:00:01Z"),
        ]
        #expect(Set(stored(others + [one])).count == 5)
        // The digest is the same in every run, because it is compared with digests that an earlier run stored.
        #expect(stored([one]).map(\.digest) == [2_178_149_612])
    }

    /// The gateway is killed at random moments, and the next gateway continues with the stored deliveries.
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func killedGatewayStoresEveryMessageOnce(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let sent = (0..<300).map { message(UInt16($0 % 40 + 1), text: "\(Int.random(in: 0...2, using: &random))") }
        var (stored, deliveries): ([Int], [DeliveryFingerprint]) = ([], [])
        var acknowledged = 0
        while acknowledged < sent.count {
            var filter = RedeliveryFilter(sessionPresent: true, stored: deliveries, broker: "1")
            var next = acknowledged
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                // The broker sends no more than its window of 20.
                let batch = next..<min(next + 8, acknowledged + 20, sent.count)
                let fresh = filter.fresh(of: Array(sent[batch]))
                stored += batch.suffix(fresh.count)
                deliveries = (deliveries + filter.deliveries(of: fresh)).suffix(20)
                next = batch.upperBound
                // Some of the acknowledgements are lost with the connection.
                acknowledged = Int.random(in: acknowledged...next, using: &random)
            }
        }
        #expect(stored == Array(sent.indices), "seed \(seed)")
    }
}
