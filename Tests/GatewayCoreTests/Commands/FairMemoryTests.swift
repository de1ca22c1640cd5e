import HomeModel
import Testing

@testable import GatewayCore

/// Many entries of one asker displace none of another's.
@Suite struct FairMemoryTests {
    @Test func aFloodCostsOnlyWhoCausesIt() {
        var memory = FairMemory<Int, String>(limit: 100)
        for key in 0..<20 { memory.insert("kept", for: key, of: "owner", since: .zero) }
        for key in 1000..<5000 { memory.insert("junk", for: key, of: "guest", since: .seconds(key)) }
        #expect(memory.count == 100)
        #expect((0..<20).allSatisfy { memory[$0] == "kept" })
        // Of the flood the newest are there.
        #expect((4920..<5000).allSatisfy { memory[$0] == "junk" } && memory[4919] == nil)
    }

    /// Keys of commands that were not sent are removed, while older ones of the same asker stay.
    @Test func removedEntriesLeaveNoPlaces() {
        var memory = FairMemory<Int, String>(limit: 100)
        memory.insert("kept", for: 0, of: "owner", since: .zero)
        for key in 1...10_000 {
            memory.insert("unsent", for: key, of: "owner", since: .seconds(key))
            memory.remove(key)
        }
        #expect(memory.count == 1 && memory[0] == "kept")
        #expect(memory.placeCount < 100)
        memory.removeAll(before: .seconds(1))
        #expect(memory.count == 0 && memory.placeCount == 0)
    }

    /// Against a list that is searched from its beginning.
    @Test(arguments: 0..<20) func itIsThatOfANaiveModel(round: Int) {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        var random = SeededGenerator(seed: seed)
        let limit = Int.random(in: 1...12, using: &random)
        var memory = FairMemory<Int, Int>(limit: limit)
        var model: [(key: Int, value: Int, asker: String, since: Duration)] = []
        for step in 0..<400 {
            let key = Int.random(in: 0..<30, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                memory.remove(key)
                model.removeAll { $0.key == key }
            case 1:
                memory.change(key) { $0 += 1000 }
                if let place = model.firstIndex(where: { $0.key == key }) { model[place].value += 1000 }
            case 2:
                let edge = Duration.seconds(max(0, step - 60))
                memory.removeAll(before: edge)
                model.removeAll { $0.since < edge }
            default:
                let asker = ["a", "b", "c"].randomElement(using: &random) ?? "a"
                memory.insert(step, for: key, of: asker, since: .seconds(step))
                model.removeAll { $0.key == key }
                model.append((key, step, asker, .seconds(step)))
                if model.count > limit { Self.dropOne(&model, keeping: memory) }
            }
            let expected = Dictionary(uniqueKeysWithValues: model.map { ($0.key, $0.value) })
            let found = Dictionary(
                uniqueKeysWithValues: expected.keys.compactMap { key in memory[key].map { (key, $0) } })
            #expect(found == expected && memory.count == expected.count, "seed \(seed), step \(step)")
        }
    }

    /// The oldest of an asker with the most entries goes; of several such askers any.
    private static func dropOne(
        _ model: inout [(key: Int, value: Int, asker: String, since: Duration)], keeping memory: FairMemory<Int, Int>
    ) {
        let counts = Dictionary(grouping: model, by: \.asker).mapValues(\.count)
        let most = counts.values.max() ?? 0
        let candidates = counts.filter { $0.value == most }.keys.compactMap { asker in
            model.firstIndex { $0.asker == asker }
        }
        if let gone = candidates.first(where: { memory[model[$0].key] == nil }) { model.remove(at: gone) }
    }
}
