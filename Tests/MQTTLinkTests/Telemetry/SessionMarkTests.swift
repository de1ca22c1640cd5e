import TimeSeriesStore
import MosquittoTransport
import Testing

@testable import MQTTLink

@Suite struct SessionMarkTests {
    private func message(_ packetID: UInt16) -> ReceivedMessage {
        .sample("home/5/sensor/main/temperature", text: "\(packetID)", packetID: packetID)
    }

    /// The first batch of a session cannot be stored. The next one consists of two bursts; it is stored, and its
    /// PUBACKs are lost.
    @Test func bothBurstsAfterAFailedStoreAreRecognised() {
        var mark = SessionMark()
        mark.beginSession()
        #expect(mark.next() == [.sessionStart])
        mark.endBatch(isStored: false)
        let bursts = [[message(1), message(2)], [message(3)]]
        let filter = RedeliveryFilter(sessionPresent: false, stored: [], broker: "1")
        let deliveries = bursts.flatMap { mark.next() + filter.deliveries(of: $0) }
        mark.endBatch(isStored: true)
        #expect(mark.next().isEmpty)
        #expect(mark.isStored)

        var next = RedeliveryFilter(sessionPresent: true, stored: deliveries, broker: "1")
        #expect(next.fresh(of: bursts.flatMap(\.self)).isEmpty)
    }

    @Test func batchWithoutTheMarkDoesNotStoreIt() {
        var mark = SessionMark()
        mark.beginSession()
        _ = mark.next()
        mark.endBatch(isStored: false)
        mark.endBatch(isStored: true)
        #expect(!mark.isStored)
        #expect(mark.next() == [.sessionStart])
    }

    @Test func newSessionIsMarkedAgain() {
        var mark = SessionMark()
        for _ in 0..<2 {
            mark.beginSession()
            #expect(mark.next() == [.sessionStart])
            mark.endBatch(isStored: true)
        }
        #expect(mark.next().isEmpty)
    }
}
