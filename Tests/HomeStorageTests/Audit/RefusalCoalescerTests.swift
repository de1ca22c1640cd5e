import HomeModel
import Testing

@testable import HomeStorage

@Suite struct RefusalCoalescerTests {
    private static let second: UInt64 = 1_000_000_000

    private func refusal(_ actor: String, _ target: String = "lamp", reason: String = "refused") -> AuditEntry {
        AuditEntry(
            .deviceControl, .warning, actor: actor, target: target, success: false, requestID: "r",
            metadata: ["outcome": reason, "command": "c-\(actor)"])
    }

    @Test func theFirstIsWrittenAndTheRestOfTheMinuteIsACount() {
        var coalescer = RefusalCoalescer(window: .seconds(60))
        let (isFirst, over) = coalescer.note(refusal("anna"), at: 0)
        #expect(isFirst && over.isEmpty)
        for second in 1...59 as ClosedRange<UInt64> {
            let (isFirst, over) = coalescer.note(refusal("anna"), at: second * Self.second)
            #expect(!isFirst && over.isEmpty)
        }
        let (isFirstAgain, counts) = coalescer.note(refusal("anna"), at: 60 * Self.second)
        #expect(isFirstAgain && counts.map(\.count) == [59])
        #expect(counts.allSatisfy { $0.requestID == nil && $0.metadata == ["outcome": "refused"] && !$0.success })
    }

    @Test func whoTriesOneValueAfterTheOtherIsCounted() {
        var coalescer = RefusalCoalescer(window: .seconds(60))
        for value in 1...5 {
            let entry = AuditEntry(
                .deviceControl, .warning, actor: "anna", target: "lamp", success: false,
                metadata: ["outcome": "refused", "value": "\(value)", "deadlineMilliseconds": "\(value)000"])
            let (isFirst, _) = coalescer.note(entry, at: 0)
            #expect(isFirst == (value == 1))
        }
    }

    @Test func whoWhatAndWhyMakeAKind() {
        var coalescer = RefusalCoalescer(window: .seconds(60))
        let kinds = [
            refusal("anna"), refusal("bo"), refusal("anna", "door"), refusal("anna", reason: "invalid"),
        ]
        for kind in kinds {
            let (isFirst, _) = coalescer.note(kind, at: 0)
            #expect(isFirst)
        }
    }

    @Test func countsCanBeTakenBeforeTheirMinuteIsOver() {
        var coalescer = RefusalCoalescer(window: .seconds(60))
        for _ in 0..<3 { _ = coalescer.note(refusal("anna"), at: 0) }
        let (first, second) = (coalescer.takeCounts(), coalescer.takeCounts())
        #expect(first.map(\.count) == [2] && second.isEmpty)
        let (isFirst, _) = coalescer.note(refusal("anna"), at: Self.second)
        let over = coalescer.takeOver(at: 60 * Self.second)
        #expect(!isFirst && over.map(\.count) == [1])
        #expect(coalescer.isEmpty)
    }

    /// Whatever comes in whatever order: what is written adds up to what was refused, and memory stays bounded.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func nothingIsLostAndNothingCountedTwice(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var coalescer = RefusalCoalescer(window: .seconds(Int.random(in: 0...90, using: &random)))
        var now: UInt64 = 0
        var refused: [String: Int] = [:]
        var written: [String: Int] = [:]
        func write(_ entries: [AuditEntry]) {
            for entry in entries { written[entry.actor, default: 0] += entry.count ?? 1 }
        }
        let actors = Int.random(in: 1...3000, using: &random)
        for _ in 0..<5000 {
            now += UInt64.random(in: 0...(2 * Self.second), using: &random)
            let entry = refusal("p\(Int.random(in: 0..<actors, using: &random))")
            refused[entry.actor, default: 0] += 1
            let (isFirst, over) = coalescer.note(entry, at: now)
            write(over)
            if isFirst { write([entry]) }
            switch Int.random(in: 0..<50, using: &random) {
            case 0: write(coalescer.takeCounts())
            case 1: write(coalescer.takeOver(at: now))
            case 2:
                // A disk that fails: nothing of it was written.
                for counted in coalescer.takeOver(at: now + 200 * Self.second) { coalescer.putBack(counted, at: now) }
            default: break
            }
        }
        write(coalescer.takeCounts())
        #expect(written == refused, "seed \(seed)")
    }

    /// One who invents a new device, part or label with each of 49 refusals a second.
    private func flood(seconds: Int, dailyBytes: Int) -> (entries: Int, bytes: Int, counted: Int) {
        var coalescer = RefusalCoalescer(window: .seconds(60), dailyBytes: dailyBytes)
        var (entries, bytes, counted) = (0, 0, 0)
        func write(_ written: [AuditEntry]) {
            for entry in written {
                entries += 1
                counted += entry.count ?? 1
                let texts = [entry.target ?? ""] + entry.metadata.map(\.value)
                bytes += texts.reduce(256) { $0 + $1.utf8.count }
            }
        }
        for number in 0..<(seconds * 49) {
            let now = UInt64(number) * Self.second / 49
            let invented = AuditEntry(
                .deviceControl, .warning, actor: "guest", client: ClientID("c\(number % 32)"),
                target: "device-\(number)",
                success: false,
                metadata: [
                    CommandField.reason: "notFound", CommandField.capability: "number.\(number)",
                    CommandField.value: String(repeating: "x", count: 256),
                ])
            let entry = coalescer.reduced(invented, at: now)
            let (isFirst, over) = coalescer.note(entry, at: now)
            write(over)
            if isFirst { write([entry]) }
        }
        write(coalescer.takeOver(at: UInt64(seconds + 7200) * Self.second))
        return (entries, bytes, counted)
    }

    @Test func aFloodOfInventedKindsCostsBoundedBytes() {
        let minutes = 5
        let short = flood(seconds: minutes * 60, dailyBytes: 4 << 20)
        #expect(short.counted == minutes * 60 * 49)
        #expect(short.entries <= minutes * (RefusalCoalescer.kindsOfAnAsker + 2) + 2)
        let long = flood(seconds: 1800, dailyBytes: 32 << 10)
        #expect(long.counted == 1800 * 49)
        // Within what a day may take, and a little for the hour's counts.
        #expect(long.bytes < 48 << 10)
    }

    @Test func othersAreToldApartDuringAFlood() {
        var coalescer = RefusalCoalescer(window: .seconds(60))
        for number in 0..<200 {
            let entry = coalescer.reduced(refusal("guest", "device-\(number)"), at: 0)
            _ = coalescer.note(entry, at: 0)
            #expect((entry.target == nil) == (number >= RefusalCoalescer.kindsOfAnAsker))
        }
        #expect(coalescer.reduced(refusal("anna", "door"), at: 1) == refusal("anna", "door"))
        #expect(coalescer.reduced(refusal("guest", "door"), at: 60 * Self.second).target == "door")
    }

    @Test func memoryIsBoundedAndTheOldestGivesItsCountBack() {
        var coalescer = RefusalCoalescer(window: .seconds(60))
        for number in 0..<RefusalCoalescer.maximumKinds { _ = coalescer.note(refusal("p\(number)"), at: 0) }
        _ = coalescer.note(refusal("p0"), at: 1)
        let (isFirst, over) = coalescer.note(refusal("one more"), at: 2)
        #expect(isFirst && over.map(\.actor) == ["p0"] && over.map(\.count) == [1])
        let (again, known) = (coalescer.note(refusal("p0"), at: 3), coalescer.note(refusal("p3"), at: 4))
        #expect(again.isFirst && !known.isFirst)
    }
}
