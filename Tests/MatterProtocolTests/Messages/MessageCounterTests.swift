import SeededRandom
import Testing

@testable import MatterProtocol

@Suite struct MessageCounterTests {
    @Test func counterStartsAtRandomBelowTwoToThe28() throws {
        var random = SeededGenerator(seed: printedSeed())
        var firsts: Set<UInt32> = []
        for _ in 0..<100 {
            var counter = MessageCounter(using: &random)
            let first = try counter.next()
            #expect((1..<1 << 28).contains(first))
            #expect(try counter.next() == first + 1)
            firsts.insert(first)
        }
        #expect(firsts.count > 90)
    }

    @Test func counterThrowsInsteadOfBeginningAgain() throws {
        var counter = MessageCounter(first: .max - MessageCounter.reserve - 1)
        #expect(!counter.isNearEnd)
        _ = try counter.next()
        #expect(counter.isNearEnd)
        counter = MessageCounter(first: .max - 1)
        #expect(try counter.next() == .max - 1)
        #expect(throws: MessageError.counterExhausted) { try counter.next() }
        #expect(throws: MessageError.counterExhausted) { try counter.next() }
    }

    /// Counters in the order in which they arrive, and whether each is new. Most rows are those of matter.js.
    @Test(arguments: [
        [(0x1234, true), (0x1234, false), (0x1235, true), (0x1234, false)],
        [
            (1, true), (96, true), (100, true), (97, true), (101, true), (103, true), (96, false), (95, true),
            (73, true), (72, true), (71, true), (96, false), (101, false), (103, false), (102, true),
        ],
        [
            (1, true), (103, true), (100, true), (101, true), (96, true), (70, false), (71, true), (105, true),
            (70, false), (71, false), (72, false), (73, true),
        ],
        [(103, true), (0, false), (4_294_967_294, true), (4_294_967_261, false), (4_294_967_262, true)],
        [(1, true), (0x8000_0000, true), (1, false)], [(65_534, true), (65_535, true), (65_536, true), (0, false)],
        // The first two messages of a session may arrive in the other order.
        [(500, true), (499, true), (499, false)], [(0, true), (0, false), (4_294_967_295, true), (0, false)],
    ])
    func secureWindowRefusesOldCounters(counters: [(counter: Int, isNew: Bool)]) {
        var window = MessageReceptionWindow(rule: .secure)
        for (index, row) in counters.enumerated() {
            #expect(window.insert(UInt32(row.counter)) == row.isNew, "\(row.counter), the \(index + 1)th counter")
        }
    }

    @Test(arguments: [
        [(1, true), (103, true), (70, true), (71, true), (105, true), (73, true), (71, true)],
        // A node that was restarted begins with a smaller counter.
        [(20_010, true), (20_011, true), (0, true), (1, true), (1, false), (0, false)],
        [(103, true), (103, false), (102, true), (102, false), (71, true), (71, false)],
        [(0x4000_0000, true), (10, true), (0x4000_0000, true), (0x4000_0000, false)],
    ])
    func unsecuredWindowFollowsARestartedSender(counters: [(counter: Int, isNew: Bool)]) {
        var window = MessageReceptionWindow(rule: .unsecured)
        for (index, row) in counters.enumerated() {
            #expect(window.insert(UInt32(row.counter)) == row.isNew, "\(row.counter), the \(index + 1)th counter")
        }
    }

    @Test func secureWindowAcceptsEachCounterOnce() {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        var window = MessageReceptionWindow(rule: .secure)
        var (accepted, maximum): (Set<UInt32>, UInt32?) = ([], nil)
        for _ in 0..<20_000 {
            let counter = UInt32.random(in: 0...5000, using: &random)
            let isInReach = maximum.map { counter > $0 || $0 - counter <= 32 } ?? true
            let isNew = isInReach && !accepted.contains(counter)
            #expect(window.insert(counter) == isNew, "seed \(seed), counter \(counter)")
            if isNew { accepted.insert(counter) }
            maximum = max(maximum ?? 0, counter)
        }
    }
}
