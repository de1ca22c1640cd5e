import HomeModel
import Testing

struct ThinnedLineTests {
    @Test(arguments: 1...40)
    func pagesMakeNoDifference(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let series = random.series()
        let points = Int.random(in: 2...100, using: &random)
        let capacity = Int.random(in: 8...500, using: &random)
        let end = series.last?.time ?? noon
        var whole = ThinnedLine(points: points, until: end, capacity: capacity)
        whole.add(series)
        var paged = ThinnedLine(points: points, until: end, capacity: capacity)
        var rest = series[...]
        while !rest.isEmpty {
            let size = Int.random(in: 0...40, using: &random)
            paged.add(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        let thinned = paged.readings
        #expect(thinned.count <= points, "seed \(seed)")
        #expect(Set(thinned).isSubset(of: series))
        #expect(zip(thinned, thinned.dropFirst()).allSatisfy { $0.time < $1.time }, "seed \(seed)")
        #expect(thinned.first == series.first)
        #expect(thinned.last == series.last)
        if series.count <= max(capacity, points) {
            #expect(thinned == MinMaxDownsampling.thin(series, to: points))
            #expect(thinned == whole.readings)
        }
        if points >= 4 {
            #expect(thinned.map(\.value).max() == series.map(\.value).max(), "seed \(seed)")
            #expect(thinned.map(\.value).min() == series.map(\.value).min(), "seed \(seed)")
        }
    }

    @Test func aLongLineKeepsItsPeaksInLittleMemory() {
        var line = ThinnedLine(points: 200, until: noon + .seconds(200_000), capacity: 4000)
        for page in 0..<200 {
            line.add(
                (0..<1000).map { index in
                    let second = page * 1000 + index
                    return Reading(
                        time: noon + .seconds(second), value: second == 77_777 ? 900 : second == 123_456 ? -900 : 1)
                })
        }
        let thinned = line.readings
        #expect(thinned.count <= 200)
        #expect(thinned.map(\.value).max() == 900)
        #expect(thinned.map(\.value).min() == -900)
    }

    @Test func aLineOfNothingIsEmpty() {
        var line = ThinnedLine(points: 10, until: noon)
        line.add([])
        #expect(line.readings.isEmpty)
        line.add([Reading(time: noon, value: 1)])
        #expect(line.readings == [Reading(time: noon, value: 1)])
    }

    @Test func anEndThatIsTooEarlyIsNoHarm() {
        // As many points as are kept before anything is condensed: all that is held shows.
        var line = ThinnedLine(points: 400, until: noon - .days(1), capacity: 400)
        let series = (0..<10_000).map { Reading(time: noon + .seconds($0), value: Double($0 % 7)) }
        for start in stride(from: 0, to: series.count, by: 500) { line.add(Array(series[start..<start + 500])) }
        #expect((10..<400).contains(line.readings.count), "no more than two for each of a hundred times")
        #expect(line.readings.first == series.first)
        #expect(line.readings.last == series.last)
    }
}
