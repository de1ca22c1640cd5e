import HomeStorage
import MosquittoTransport
import Testing

@testable import MQTTLink

@Suite struct RedeliveryTests {
    private func message(_ packetID: UInt16, _ text: String = "20.5") -> ReceivedMessage {
        .sample("home/5/sensor/main/temperature", text, packetID: packetID)
    }

    private func stored(_ messages: [ReceivedMessage], by broker: String = "1") -> [Delivery] {
        Redelivery(sessionPresent: true, stored: [], broker: broker).deliveries(of: messages)
    }

    private func fresh(
        _ messages: [ReceivedMessage], stored: [Delivery], sessionPresent: Bool = true
    ) -> [ReceivedMessage] {
        var redelivery = Redelivery(sessionPresent: sessionPresent, stored: stored, broker: "1")
        return redelivery.fresh(of: messages)
    }

    @Test func whatWasStoredIsPassedOverAndTheRestIsNot() {
        let known = (1...5).map { message($0, "\($0)") }
        let new = (6...9).map { message($0, "\($0)") }
        #expect(fresh(Array(known[2...]) + new, stored: stored(known)) == new)
    }

    @Test func theSamePacketIDWithAnotherContentIsNew() {
        let new = [message(1, "21"), message(2)]
        #expect(fresh(new, stored: stored([message(1), message(2)])) == new)
    }

    @Test func nothingIsPassedOverBehindAnUnknownMessage() {
        let known = [message(1), message(2)]
        let later = [message(7), message(2)]
        #expect(fresh([known[0]] + later, stored: stored(known)) == later)
    }

    @Test func aMessageIsPassedOverOnce() {
        let known = [message(1)]
        #expect(fresh(known + known, stored: stored(known)) == known)
    }

    @Test func withoutASessionNothingComesAgain() {
        let messages = [message(1), message(2)]
        #expect(fresh(messages, stored: stored(messages), sessionPresent: false) == messages)
    }

    @Test func packetIDsOfAnEarlierSessionMeanNothing() {
        let (earlier, now) = ([message(1), message(2), message(3)], [message(1)])
        let deliveries = stored(earlier) + [.sessionStart] + stored(now)
        #expect(fresh([message(1), message(2)], stored: deliveries) == [message(2)])
    }

    /// A plug that says 0 again and again, and a broker that was killed and counts its packets from what it saved.
    @Test func whatAnotherStartOfTheBrokerSendsIsNew() {
        let messages = (1...5).map { message($0, "0") }
        #expect(fresh(messages, stored: stored(messages, by: "2")) == messages)
        #expect(fresh(messages, stored: stored(messages)).isEmpty)
    }

    /// Another program's broker crashed: its starts have no name, it counts its packets from 1 again, and a sensor says
    /// the same as before. Only an unbroken run of what was stored is taken for known.
    @Test func reusedPacketIDsOfABrokerWithoutANameAreNew() {
        let before = (1...40).map { message($0, $0 % 2 == 0 ? "on" : "off") }
        let after = [message(1, "off"), message(3, "off"), message(5, "off"), message(2, "on")]
        #expect(fresh(after, stored: stored(before)) == Array(after[1...]))
    }

    @Test func messagesOfQoS0AreNeverPassedOverAndEndNothing() {
        let known = [message(1), message(2)]
        let unnumbered = message(0)
        #expect(stored([unnumbered]).isEmpty)
        #expect(fresh([known[0], unnumbered, known[1]], stored: stored(known)) == [unnumbered])
    }

    @Test func ofTwoWithOnePacketIDTheLaterIsMeant() {
        let deliveries = stored([message(1, "old"), message(1, "new")])
        #expect(fresh([message(1, "new")], stored: deliveries).isEmpty)
        #expect(fresh([message(1, "old")], stored: deliveries).count == 1)
    }

    @Test func aMessageIsKnownByTopicPayloadAndProperties() {
        let one = ReceivedMessage.sample("a/b", "c", time: "2026-01-31T12:00:00Z")
        let others = [
            ReceivedMessage.sample("a/bc", "", time: "2026-01-31T12:00:00Z"), .sample("a/b", "c"),
            .sample("a/b", "d", time: "2026-01-31T12:00:00Z"), .sample("a/b", "c", time: "2026-01-31T12:00:01Z"),
        ]
        #expect(Set(stored(others + [one])).count == 5)
        // The same in every run: it is compared with what another run stored.
        #expect(stored([one]).map(\.digest) == [2_178_149_612])
    }

    /// A broker, a gateway that dies at any moment, and one that follows it.
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func aKilledGatewayStoresEverythingOnce(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let sent = (0..<300).map { message(UInt16($0 % 40 + 1), "\(Int.random(in: 0...2, using: &random))") }
        var (stored, deliveries): ([Int], [Delivery]) = ([], [])
        var acknowledged = 0
        while acknowledged < sent.count {
            var redelivery = Redelivery(sessionPresent: true, stored: deliveries, broker: "1")
            var next = acknowledged
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                // The broker sends no more than its window of 20.
                let batch = next..<min(next + 8, acknowledged + 20, sent.count)
                let fresh = redelivery.fresh(of: Array(sent[batch]))
                stored += batch.suffix(fresh.count)
                deliveries = (deliveries + redelivery.deliveries(of: fresh)).suffix(20)
                next = batch.upperBound
                // Of the acknowledgements, some are lost with the connection.
                acknowledged = Int.random(in: acknowledged...next, using: &random)
            }
        }
        #expect(stored == Array(sent.indices), "seed \(seed)")
    }
}
