import HomeModel
import Testing

struct LargestTriangleTests {
    @Test(arguments: 1...40)
    func whatIsLeftIsPartOfTheLineInItsOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let series = random.series()
        let count = Int.random(in: 2...500, using: &random)
        let thinned = LargestTriangle.thin(series, to: count)
        #expect(thinned.count == min(count, series.count), "seed \(seed)")
        #expect(thinned.first == series.first)
        #expect(thinned.last == series.last)
        #expect(Set(thinned).isSubset(of: series))
        #expect(thinned == thinned.sorted { $0.time < $1.time })
        #expect(Set(thinned.map(\.time)).count == thinned.count)
    }

    @Test func aPeakStays() {
        let series = (0..<10_000).map { index in
            Reading(time: noon + .seconds(Int64(index)), value: index == 4321 ? 3000 : index == 7777 ? -50 : 5)
        }
        let values = LargestTriangle.thin(series, to: 100).map(\.value)
        #expect(values.max() == 3000)
        #expect(values.min() == -50)
    }

    @Test(arguments: [(-5, 2), (0, 2), (1, 2), (2, 2), (3, 3), (9, 9), (10, 10), (11, 10), (Int.max, 10)])
    func soManyPointsAreLeft(_ asked: Int, _ left: Int) {
        let series = (0..<10).map { Reading(time: noon + .seconds($0), value: Double($0 % 3)) }
        #expect(LargestTriangle.thin(series, to: asked).count == left)
    }

    @Test func aShortLineIsLeftAlone() {
        let one = [Reading(time: noon, value: 1)]
        #expect(LargestTriangle.thin([], to: 5).isEmpty)
        #expect(LargestTriangle.thin(one, to: 2) == one)
    }
}
