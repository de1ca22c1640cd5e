import HomeModel
import Testing

struct StreamingDownsamplerTests {
    @Test(arguments: 1...40)
    func downsamplingByPagesKeepsOrderBoundsAndExtremes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let series = random.series()
        let points = Int.random(in: 2...100, using: &random)
        let capacity = Int.random(in: 8...500, using: &random)
        let end = series.last?.time ?? noon
        var whole = StreamingDownsampler(points: points, until: end, capacity: capacity)
        whole.add(series)
        var paged = StreamingDownsampler(points: points, until: end, capacity: capacity)
        var rest = series[...]
        while !rest.isEmpty {
            let size = Int.random(in: 0...40, using: &random)
            paged.add(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        let downsampled = paged.readings
        #expect(downsampled.count <= points, "seed \(seed)")
        #expect(Set(downsampled).isSubset(of: series))
        #expect(zip(downsampled, downsampled.dropFirst()).allSatisfy { $0.time < $1.time }, "seed \(seed)")
        #expect(downsampled.first == series.first)
        #expect(downsampled.last == series.last)
        if series.count <= max(capacity, points) {
            #expect(downsampled == MinMaxDownsampling.downsample(series, to: points))
            #expect(downsampled == whole.readings)
        }
        if points >= 4 {
            #expect(downsampled.map(\.value).max() == series.map(\.value).max(), "seed \(seed)")
            #expect(downsampled.map(\.value).min() == series.map(\.value).min(), "seed \(seed)")
        }
    }

    @Test func longSeriesKeepsItsPeaksWithinTheLimit() {
        var downsampler = StreamingDownsampler(points: 200, until: noon + .seconds(200_000), capacity: 4000)
        for page in 0..<200 {
            downsampler.add(
                (0..<1000).map { index in
                    let second = page * 1000 + index
                    return Reading(
                        time: noon + .seconds(second), value: second == 77_777 ? 900 : second == 123_456 ? -900 : 1)
                })
        }
        let downsampled = downsampler.readings
        #expect(downsampled.count <= 200)
        #expect(downsampled.map(\.value).max() == 900)
        #expect(downsampled.map(\.value).min() == -900)
    }

    @Test func emptySeriesHasNoPoints() {
        var downsampler = StreamingDownsampler(points: 10, until: noon)
        downsampler.add([])
        #expect(downsampler.readings.isEmpty)
        downsampler.add([Reading(time: noon, value: 1)])
        #expect(downsampler.readings == [Reading(time: noon, value: 1)])
    }

    @Test func endBeforeTheReadingsIsTolerated() {
        // The number of points equals the capacity, so that all stored points are returned.
        var downsampler = StreamingDownsampler(points: 400, until: noon - .days(1), capacity: 400)
        let series = (0..<10_000).map { Reading(time: noon + .seconds($0), value: Double($0 % 7)) }
        for start in stride(from: 0, to: series.count, by: 500) { downsampler.add(Array(series[start..<start + 500])) }
        #expect((10..<400).contains(downsampler.readings.count), "at most two points for each of a hundred times")
        #expect(downsampler.readings.first == series.first)
        #expect(downsampler.readings.last == series.last)
    }
}
