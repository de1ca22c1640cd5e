import SeededRandom
import HomeModel
import Testing

@testable import AuditTrail
import StorageFixtures

@Suite struct RefusalCoalescerTests {
    private static let second: UInt64 = 1_000_000_000

    private func refusal(_ actor: String, target: String = "lamp", reason: String = "refused") -> AuditEntry {
        AuditEntry(
            .deviceControl, severity: .warning, actor: actor, target: target, success: false, requestID: "r",
            metadata: ["outcome": reason, "command": "c-\(actor)"])
    }

    @Test func firstRefusalIsWrittenAndFurtherOnesAreCounted() {
        var coalescer = RefusalCoalescer(window: .seconds(60))
        let (isFirst, over) = coalescer.count(refusal("anna"), at: 0)
        #expect(isFirst && over.isEmpty)
        for second in 1...59 as ClosedRange<UInt64> {
            let (isFirst, over) = coalescer.count(refusal("anna"), at: second * Self.second)
            #expect(!isFirst && over.isEmpty)
        }
        let (isFirstAgain, counts) = coalescer.count(refusal("anna"), at: 60 * Self.second)
        #expect(isFirstAgain && counts.map(\.count) == [59])
        #expect(counts.allSatisfy { $0.requestID == nil && $0.metadata == ["outcome": "refused"] && !$0.success })
    }

    @Test func refusalsOfDifferentValuesAreOneKind() {
        var coalescer = RefusalCoalescer(window: .seconds(60))
        for value in 1...5 {
            let entry = AuditEntry(
                .deviceControl, severity: .warning, actor: "anna", target: "lamp", success: false,
                metadata: ["outcome": "refused", "value": "\(value)", "deadlineMilliseconds": "\(value)000"])
            let (isFirst, _) = coalescer.count(entry, at: 0)
            #expect(isFirst == (value == 1))
        }
    }

    @Test func actorTargetAndReasonDistinguishKinds() {
        var coalescer = RefusalCoalescer(window: .seconds(60))
        let kinds = [
            refusal("anna"), refusal("bo"), refusal("anna", target: "door"), refusal("anna", reason: "invalid"),
        ]
        for kind in kinds {
            let (isFirst, _) = coalescer.count(kind, at: 0)
            #expect(isFirst)
        }
    }

    @Test func countsCanBeDrainedBeforeTheirWindowEnds() {
        var coalescer = RefusalCoalescer(window: .seconds(60))
        for _ in 0..<3 { _ = coalescer.count(refusal("anna"), at: 0) }
        let (first, second) = (coalescer.drainCounts(), coalescer.drainCounts())
        #expect(first.map(\.count) == [2] && second.isEmpty)
        let (isFirst, _) = coalescer.count(refusal("anna"), at: Self.second)
        let over = coalescer.removeExpired(at: 60 * Self.second)
        #expect(!isFirst && over.map(\.count) == [1])
        #expect(coalescer.isEmpty)
    }

    /// For random refusals in random order, the written counts add up to the number of refusals.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func everyRefusalIsCountedExactlyOnce(seed: UInt64) {
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
            let (isFirst, over) = coalescer.count(entry, at: now)
            write(over)
            if isFirst { write([entry]) }
            switch Int.random(in: 0..<50, using: &random) {
            case 0: write(coalescer.drainCounts())
            case 1: write(coalescer.removeExpired(at: now))
            case 2:
                // The disk fails, so the counts were not written.
                for counted in coalescer.removeExpired(at: now + 200 * Self.second) {
                    coalescer.addBack(counted, at: now)
                }
            default: break
            }
        }
        write(coalescer.drainCounts())
        #expect(written == refused, "seed \(seed)")
    }

    /// Simulates a client that invents a new device, part or label with each of 49 refusals a second.
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
                .deviceControl, severity: .warning, actor: "guest", client: ClientID("c\(number % 32)"),
                target: "device-\(number)",
                success: false,
                metadata: [
                    CommandMetadataKey.reason: "notFound", CommandMetadataKey.capability: "number.\(number)",
                    CommandMetadataKey.value: String(repeating: "x", count: 256),
                ])
            let entry = coalescer.reduced(invented, at: now)
            let (isFirst, over) = coalescer.count(entry, at: now)
            write(over)
            if isFirst { write([entry]) }
        }
        write(coalescer.removeExpired(at: UInt64(seconds + 7200) * Self.second))
        return (entries, bytes, counted)
    }

    @Test func floodOfInventedKindsWritesBoundedBytes() {
        let minutes = 5
        let short = flood(seconds: minutes * 60, dailyBytes: 4 << 20)
        #expect(short.counted == minutes * 60 * 49)
        #expect(short.entries <= minutes * (RefusalCoalescer.kindsPerRequester + 2) + 2)
        let long = flood(seconds: 1800, dailyBytes: 32 << 10)
        #expect(long.counted == 1800 * 49)
        // The limit of a day, plus a little for the hourly counts.
        #expect(long.bytes < 48 << 10)
    }

    @Test func floodOfOneActorDoesNotReduceTheEntriesOfOthers() {
        var coalescer = RefusalCoalescer(window: .seconds(60))
        for number in 0..<200 {
            let entry = coalescer.reduced(refusal("guest", target: "device-\(number)"), at: 0)
            _ = coalescer.count(entry, at: 0)
            #expect((entry.target == nil) == (number >= RefusalCoalescer.kindsPerRequester))
        }
        #expect(coalescer.reduced(refusal("anna", target: "door"), at: 1) == refusal("anna", target: "door"))
        #expect(coalescer.reduced(refusal("guest", target: "door"), at: 60 * Self.second).target == "door")
    }

    @Test func oldestKindIsEvictedWithItsCount() {
        var coalescer = RefusalCoalescer(window: .seconds(60))
        for number in 0..<RefusalCoalescer.maximumKinds { _ = coalescer.count(refusal("p\(number)"), at: 0) }
        _ = coalescer.count(refusal("p0"), at: 1)
        let (isFirst, over) = coalescer.count(refusal("one more"), at: 2)
        #expect(isFirst && over.map(\.actor) == ["p0"] && over.map(\.count) == [1])
        let (again, known) = (coalescer.count(refusal("p0"), at: 3), coalescer.count(refusal("p3"), at: 4))
        #expect(again.isFirst && !known.isFirst)
    }
}
