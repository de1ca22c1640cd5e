import SeededRandom
import HomeModel
import Testing

@testable import GatewayCore

/// Many entries of one asker do not evict entries of another asker.
@Suite struct FairCacheTests {
    @Test func floodEvictsOnlyEntriesOfItsAsker() {
        var cache = FairCache<Int, String>(limit: 100)
        for key in 0..<20 { cache.insert("kept", for: key, of: "owner", since: .zero) }
        for key in 1000..<5000 { cache.insert("junk", for: key, of: "guest", since: .seconds(key)) }
        #expect(cache.count == 100)
        #expect((0..<20).allSatisfy { cache[$0] == "kept" })
        // The newest entries of the flood are kept.
        #expect((4920..<5000).allSatisfy { cache[$0] == "junk" } && cache[4919] == nil)
    }

    /// Keys of commands that were not sent are removed, while older ones of the same asker stay.
    @Test func removedEntriesDoNotAccumulateInTheOrder() {
        var cache = FairCache<Int, String>(limit: 100)
        cache.insert("kept", for: 0, of: "owner", since: .zero)
        for key in 1...10_000 {
            cache.insert("unsent", for: key, of: "owner", since: .seconds(key))
            cache.remove(key)
        }
        #expect(cache.count == 1 && cache[0] == "kept")
        #expect(cache.orderLength < 100)
        cache.removeAll(before: .seconds(1))
        #expect(cache.count == 0 && cache.orderLength == 0)
    }

    /// The model is a list that is searched from its beginning.
    @Test(arguments: 0..<20) func cacheMatchesANaiveModel(round: Int) {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        var random = SeededGenerator(seed: seed)
        let limit = Int.random(in: 1...12, using: &random)
        var cache = FairCache<Int, Int>(limit: limit)
        var model: [(key: Int, value: Int, asker: String, since: Duration)] = []
        for step in 0..<400 {
            let key = Int.random(in: 0..<30, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                cache.remove(key)
                model.removeAll { $0.key == key }
            case 1:
                cache.change(key) { $0 += 1000 }
                if let index = model.firstIndex(where: { $0.key == key }) { model[index].value += 1000 }
            case 2:
                let edge = Duration.seconds(max(0, step - 60))
                cache.removeAll(before: edge)
                model.removeAll { $0.since < edge }
            default:
                let asker = ["a", "b", "c"].randomElement(using: &random) ?? "a"
                cache.insert(step, for: key, of: asker, since: .seconds(step))
                model.removeAll { $0.key == key }
                model.append((key, step, asker, .seconds(step)))
                if model.count > limit { Self.dropOne(&model, keeping: cache) }
            }
            let expected = Dictionary(uniqueKeysWithValues: model.map { ($0.key, $0.value) })
            let found = Dictionary(
                uniqueKeysWithValues: expected.keys.compactMap { key in cache[key].map { (key, $0) } })
            #expect(found == expected && cache.count == expected.count, "seed \(seed), step \(step)")
        }
    }

    /// Removes the oldest entry of an asker with the most entries; if there are several such askers, the one that the cache
    /// chose.
    private static func dropOne(
        _ model: inout [(key: Int, value: Int, asker: String, since: Duration)], keeping cache: FairCache<Int, Int>
    ) {
        let counts = Dictionary(grouping: model, by: \.asker).mapValues(\.count)
        let most = counts.values.max() ?? 0
        let candidates = counts.filter { $0.value == most }.keys.compactMap { asker in
            model.firstIndex { $0.asker == asker }
        }
        if let evicted = candidates.first(where: { cache[model[$0].key] == nil }) { model.remove(at: evicted) }
    }
}
