import SeededRandom
import Testing

@testable import MatterProtocol

@Suite struct ReportTests {
    private let list = AttributePath(endpoint: 0, cluster: 0x1F, attribute: 0)
    private let lamp = AttributePath(endpoint: 1, cluster: 6, attribute: 0)

    private func chunk(
        _ attributes: [AttributeData], subscriptionID: UInt32? = nil, hasMoreChunks: Bool = false
    ) -> [UInt8] {
        ReportData(
            subscriptionID: subscriptionID, attributes: attributes.map { .data($0) }, hasMoreChunks: hasMoreChunks
        ).encode()
    }

    private func numbers(_ range: Range<Int>) -> TLVValue { .array(range.map { .signed(Int64($0)) }) }

    // MARK: Assembly

    /// The forms that connectedhomeip sends, and those that matter.js accepts too.
    @Test(arguments: [
        ListParts([(nil, [1, 2])], give: [1, 2]), ListParts([(nil, []), (.append, 1), (.append, 2)], give: [1, 2]),
        ListParts([(nil, [1]), (.append, 2)], give: [1, 2]),
        ListParts([(nil, []), (.position(0), 1), (.position(1), 2)], give: [1, 2]),
        ListParts([(nil, [1, 7, 3]), (.position(1), 2)], give: [1, 2, 3]),
        ListParts([(.append, 1), (.append, 2)], give: [1, 2]),
        ListParts([(nil, [9]), (.append, 9), (nil, [1]), (.append, 2)], give: [1, 2]),
    ])
    fileprivate func listIsPutTogether(list parts: ListParts) throws {
        let numbers = parts.result
        let parts = parts.parts.map { AttributeData(path: list, index: $0.index, dataVersion: 3, value: $0.value) }
        let expected = [AttributeData(path: list, dataVersion: 3, value: .array(numbers.map { .signed($0) }))]
        // In one message, and in one message for each part.
        var assembler = ReportAssembler()
        #expect(try assembler.receive(chunk(parts))?.attributes == expected)
        for part in parts.dropLast() {
            #expect(try assembler.receive(chunk([part], hasMoreChunks: true)) == nil)
            #expect(assembler.isAwaitingChunk)
        }
        #expect(try assembler.receive(chunk([parts[parts.count - 1]]))?.attributes == expected)
        #expect(!assembler.isAwaitingChunk)
    }

    @Test func lastValueOfAnAttributeCounts() throws {
        var assembler = ReportAssembler()
        let report = try assembler.receive(
            chunk([
                AttributeData(path: lamp, dataVersion: 1, value: .boolean(false)),
                AttributeData(path: list, value: numbers(0..<3)),
                AttributeData(path: lamp, dataVersion: 2, value: .boolean(true)),
                AttributeData(path: list, value: .null),
            ]))
        #expect(
            report?.attributes == [
                AttributeData(path: lamp, dataVersion: 2, value: .boolean(true)),
                AttributeData(path: list, value: .null),
            ])
    }

    @Test(arguments: [
        ListParts([(nil, 7), (.append, 1)]), ListParts([(nil, []), (.position(3), 1)]),
        ListParts([(.position(1), 1)]), ListParts([(nil, [1]), (.position(65_535), 1)]),
    ])
    fileprivate func impossibleListIndexIsRefused(list parts: ListParts) throws {
        let parts = parts.parts.map { AttributeData(path: list, index: $0.index, value: $0.value) }
        var assembler = ReportAssembler()
        #expect(throws: InteractionError.malformed(field: "list index")) { try assembler.receive(chunk(parts)) }
        #expect(try assembler.receive(chunk([]))?.attributes == [])
    }

    @Test func statusesAndEventsAreKept() throws {
        var random = SeededGenerator(seed: printedSeed())
        let (status, event) = (random.attributeStatus(), random.eventData())
        let failure = EventStatus(path: EventPathPattern(endpoint: 1), outcome: InteractionOutcome(.unsupportedEvent))
        var assembler = ReportAssembler()
        let first = ReportData(
            subscriptionID: 7, attributes: [.status(status)], events: [.data(event)], hasMoreChunks: true)
        #expect(try assembler.receive(first.encode()) == nil)
        let second = ReportData(subscriptionID: 7, events: [.status(failure)], suppressesResponse: true)
        let report = try #require(try assembler.receive(second.encode()))
        #expect(report.subscriptionID == 7)
        #expect(report.attributeStatuses == [status])
        #expect(report.events == [event])
        #expect(report.eventStatuses == [failure])
        #expect(report.suppressesResponse)
    }

    @Test func partOfAnotherSubscriptionIsRefused() throws {
        var assembler = ReportAssembler()
        _ = try assembler.receive(chunk([], subscriptionID: 1, hasMoreChunks: true))
        #expect(throws: InteractionError.otherSubscription) { try assembler.receive(chunk([], subscriptionID: 2)) }
        #expect(try assembler.receive(chunk([], subscriptionID: 2))?.subscriptionID == 2)
        _ = try assembler.receive(chunk([], subscriptionID: 1, hasMoreChunks: true))
        assembler.reset()
        #expect(try assembler.receive(chunk([], subscriptionID: 3))?.subscriptionID == 3)
    }

    @Test func bytesValuesAndMessagesOfAReportAreLimited() throws {
        func flood(_ limits: ReportAssembler.Limits, attributes: [AttributeData]) -> (Int, InteractionError?) {
            var assembler = ReportAssembler(limits: limits)
            for count in 1...1000 {
                do {
                    _ = try assembler.receive(chunk(attributes, hasMoreChunks: true))
                } catch {
                    #expect(!assembler.isAwaitingChunk)
                    return (count, error)
                }
            }
            return (1000, nil)
        }
        let item = [AttributeData(path: list, index: .append, value: numbers(0..<8))]
        let size = chunk(item, hasMoreChunks: true).count
        let huge = 1_000_000
        var result = flood(
            .init(maximumBytes: 10 * size, maximumValues: huge, maximumChunks: huge), attributes: item)
        #expect(result == (11, .reportTooLarge(limit: 10 * size)))
        result = flood(.init(maximumBytes: huge, maximumValues: 100, maximumChunks: huge), attributes: item)
        #expect(result == (11, .reportTooLarge(limit: 100)))
        result = flood(.init(maximumBytes: huge, maximumValues: huge, maximumChunks: 5), attributes: [])
        #expect(result == (6, .reportTooLarge(limit: 5)))
    }

    @Test func randomMessagesNeverTrapTheAssembler() throws {
        var random = SeededGenerator(seed: printedSeed())
        var assembler = ReportAssembler(limits: .init(maximumBytes: 5000, maximumValues: 500, maximumChunks: 10))
        for _ in 0..<3000 {
            let payload = random.reportData().encode()
            _ = try? assembler.receive(Bool.random(using: &random) ? payload : random.damaged(payload))
        }
    }

    // MARK: Splitting

    @Test func shortReportIsOneMessage() throws {
        let attributes = [AttributeReport.data(AttributeData(path: lamp, dataVersion: 1, value: .boolean(true)))]
        let payloads = try ReportChunker.payloads(attributes: attributes, subscriptionID: 3)
        #expect(payloads.count == 1)
        #expect(try ReportData(decoding: payloads[0]) == ReportData(subscriptionID: 3, attributes: attributes))
        let empty = try ReportChunker.payloads(attributes: [], suppressesResponse: true)
        #expect(try empty.map { try ReportData(decoding: $0) } == [ReportData(suppressesResponse: true)])
    }

    @Test func longReportIsPutTogetherAgain() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for round in 0..<60 {
            let maximum = round % 2 == 0 ? 1178 : 500
            var attributes: [AttributePath: AttributeData] = [:]
            for _ in 0..<Int.random(in: 0...80, using: &random) {
                let value: TLVValue =
                    Bool.random(using: &random)
                    ? .array(random.list(upTo: 120) { .bytes($0.bytes(Int.random(in: 0...60, using: &$0))) })
                    : .bytes(random.bytes(Int.random(in: 0...300, using: &random)))
                let path = random.attributePath()
                attributes[path] = AttributeData(path: path, dataVersion: random.integer(), value: value)
            }
            let sent = Array(attributes.values)
            let events = random.list(upTo: 30) { (random: inout SeededGenerator) in
                EventData(
                    path: EventPath(endpoint: 1, cluster: 2, event: 3), number: random.integer(), priority: .info,
                    timestamp: .epoch(random.integer()), fields: .bytes(random.bytes(40)))
            }
            let payloads = try ReportChunker.payloads(
                attributes: sent.map { .data($0) }, events: events.map { .data($0) }, subscriptionID: 9,
                suppressesResponse: true, maximumBytes: maximum)
            #expect(payloads.allSatisfy { $0.count <= maximum }, "seed \(seed)")
            var assembler = ReportAssembler()
            for payload in payloads.dropLast() {
                #expect(try assembler.receive(payload) == nil, "seed \(seed)")
                #expect(try !ReportData(decoding: payload).suppressesResponse)
            }
            let report = try #require(try assembler.receive(payloads[payloads.count - 1]))
            #expect(report.attributes == sent, "seed \(seed)")
            #expect(report.events == events, "seed \(seed)")
            #expect(report.suppressesResponse)
        }
    }

    @Test func valueThatCannotBeSplitIsRefused() {
        let text = AttributeData(path: lamp, value: .text(String(repeating: "x", count: 2000)))
        #expect(throws: InteractionError.valueTooLarge(lamp)) {
            try ReportChunker.payloads(attributes: [.data(text)])
        }
        let items = AttributeData(
            path: list, value: .array([.null, .bytes([UInt8](repeating: 1, count: 1200)), .null]))
        #expect(throws: InteractionError.valueTooLarge(list)) {
            try ReportChunker.payloads(attributes: [.data(items)])
        }
        let path = EventPath(endpoint: 1, cluster: 2, event: 3)
        let event = EventData(
            path: path, number: 1, priority: nil, timestamp: nil, fields: .bytes([UInt8](repeating: 1, count: 1200)))
        #expect(throws: InteractionError.eventTooLarge(path)) {
            try ReportChunker.payloads(attributes: [], events: [.data(event)])
        }
    }
}

/// The parts of a list as a node reports them, and the numbers that the whole list has.
private struct ListParts: Sendable {
    let parts: [(index: ListIndex?, value: TLVValue)]
    let result: [Int64]

    init(_ parts: [(index: ListIndex?, value: Numbers)], give result: [Int64] = []) {
        self.parts = parts.map { ($0.index, $0.value.tlv) }
        self.result = result
    }

    struct Numbers: ExpressibleByArrayLiteral, ExpressibleByIntegerLiteral {
        let tlv: TLVValue

        init(arrayLiteral numbers: Int64...) { tlv = .array(numbers.map { .signed($0) }) }
        init(integerLiteral number: Int64) { tlv = .signed(number) }
    }
}
