import SeededRandom
import Testing

@testable import TomteClient

@Suite struct EventStreamParserTests {
    private static let stream = """
        \u{FEFF}: hello

        event: reading
        id: 17
        data: {"value": 21.5, "unit": "°C"}

        data: first
        data:second
        data

        event: ignored-without-data

        retry: 10
        unknown: field
        event:state
        data: 台所
        id: 18


        data: unfinished
        """

    private static let events = [
        ServerSentEvent(type: "reading", data: #"{"value": 21.5, "unit": "°C"}"#),
        ServerSentEvent(type: "message", data: "first\nsecond\n"),
        ServerSentEvent(type: "state", data: "台所"),
    ]

    @Test(arguments: ["\n", "\r", "\r\n"])
    func everyKindOfLineEndEndsALine(end: String) throws {
        var parser = EventStreamParser()
        let bytes = Array(Self.stream.replacing("\n", with: end).utf8)
        #expect(try parser.feed(bytes) == Self.events)
        #expect(parser.lastEventID == "18")
    }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func streamSplitAtAnyByteGivesTheSameEvents(end: String) throws {
        let bytes = Array(Self.stream.replacing("\n", with: end).utf8)
        for split in 0...bytes.count {
            var parser = EventStreamParser()
            let events = try parser.feed(bytes[..<split]) + parser.feed(bytes[split...])
            #expect(events == Self.events, "split at \(split)")
        }
    }

    @Test func randomChunksGiveTheSameEvents() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let end = ["\n", "\r", "\r\n"].randomElement(using: &random) ?? "\n"
            var rest = Array(Self.stream.replacing("\n", with: end).utf8)[...]
            var parser = EventStreamParser()
            var events: [ServerSentEvent] = []
            while !rest.isEmpty {
                let count = Int.random(in: 1...9, using: &random)
                events += try parser.feed(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(events == Self.events, "seed \(seed)")
        }
    }

    @Test func randomBytesNeverTrap() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("data:id event\r\n\r\n: \u{0}x".utf8) + [0xEF, 0xBB, 0xBF, 0xFF]
        for _ in 0..<500 {
            var parser = EventStreamParser()
            let bytes = (0..<200).compactMap { _ in alphabet.randomElement(using: &random) }
            #expect(throws: Never.self, "seed \(seed)") { try parser.feed(bytes) }
        }
    }

    @Test func tooLongLineIsRefused() {
        var parser = EventStreamParser()
        let line = repeatElement(UInt8(ascii: "x"), count: EventStreamParser.maximumBytes + 1)
        #expect(throws: EventStreamParser.Failure.tooLong) { try parser.feed(line) }
    }

    @Test func tooLongEventIsRefused() {
        var parser = EventStreamParser()
        let line = Array(("data: " + String(repeating: "x", count: 1000) + "\n").utf8)
        #expect(throws: EventStreamParser.Failure.tooLong) {
            for _ in 0...(EventStreamParser.maximumBytes / 1000) { _ = try parser.feed(line) }
        }
    }

    /// An incomplete event is not delivered, so the client must receive it again after it reconnects.
    @Test func eventIDCountsOnlyAfterTheCompleteEvent() throws {
        var parser = EventStreamParser(resumingAfter: "4")
        _ = try parser.feed(Array("id: 5\ndata: x\n".utf8))
        #expect(parser.lastEventID == "4")
        _ = try parser.feed(Array("\n:\nid: 6\n\n".utf8))
        #expect(parser.lastEventID == "6")
    }

    @Test func eventIDWithNULIsIgnored() throws {
        var parser = EventStreamParser(resumingAfter: "4")
        _ = try parser.feed(Array("id: a\u{0}b\n\n".utf8))
        #expect(parser.lastEventID == "4")
    }
}
