import SeededRandom
import HomeModel
import Testing

struct MinMaxDownsamplingTests {
    @Test(arguments: 1...40)
    func pointsAreAnOrderedSubsetOfTheReadings(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let series = random.series()
        let count = Int.random(in: 2...500, using: &random)
        let downsampled = MinMaxDownsampling.downsample(series, to: count)
        #expect(downsampled.count <= count, "seed \(seed)")
        if series.count <= count { #expect(downsampled == series) }
        #expect(downsampled.first == series.first)
        #expect(downsampled.last == series.last)
        #expect(Set(downsampled).isSubset(of: series))
        #expect(downsampled == downsampled.sorted { $0.time < $1.time })
        #expect(Set(downsampled.map(\.time)).count == downsampled.count)
    }

    @Test func peaksAreKept() {
        let special = [4321: 3000.0, 7777: -50]
        let series = (0..<10_000).map { index -> Reading in
            Reading(time: noon + .seconds(index), value: special[index] ?? 5)
        }
        let values = MinMaxDownsampling.downsample(series, to: 100).map(\.value)
        #expect(values.max() == 3000)
        #expect(values.min() == -50)
    }

    /// The oracle checks every reading of every time bucket, independently of the algorithm.
    @Test(arguments: 1...100, [4, 7, 50, 400])
    func extremesOfTheSeriesAndOfEachBucketAreKept(seed: UInt64, points: Int) {
        var random = SeededGenerator(seed: seed)
        let series = random.series()
        guard let first = series.first, let last = series.last, series.count > points else { return }
        let downsampled = Set(MinMaxDownsampling.downsample(series, to: points).map(\.value))
        for extreme in [series.map(\.value).min(), series.map(\.value).max()].compactMap(\.self) {
            #expect(downsampled.contains(extreme), "seed \(seed)")
        }
        let buckets = (points - 2) / 2
        let width = (last.time - first.time).wholeMilliseconds / Int64(buckets) + 1
        for bucket in 0..<Int64(buckets) {
            let from = first.time + .milliseconds(bucket * width)
            let inside = series.filter { $0.time >= from && $0.time < from + .milliseconds(width) }
            for extreme in [inside.map(\.value).min(), inside.map(\.value).max()].compactMap(\.self) {
                #expect(downsampled.contains(extreme), "seed \(seed), bucket \(bucket)")
            }
        }
    }

    /// The series has a dip to 0 beside a much larger spike; both are kept at any number of points.
    @Test(arguments: [4, 100, 200, 500, 1000, 2000])
    func dipBesideASpikeIsKept(points: Int) {
        let special = [9000: 3000.0, 9003: 0, 400: 2900]
        let series = (0..<17_280).map { index -> Reading in
            Reading(time: noon + .seconds(index * 10), value: special[index] ?? 100)
        }
        let values = MinMaxDownsampling.downsample(series, to: points).map(\.value)
        #expect(values.contains(3000) && values.contains(0))
        #expect(points < 50 || values.contains(2900))
        #expect(values.count <= points)
    }

    @Test(arguments: [(-5, 2), (0, 2), (1, 2), (2, 2), (3, 2), (4, 4), (9, 8), (10, 10), (11, 10), (Int.max, 10)])
    func numberOfPointsFollowsTheRequest(_ requested: Int, kept: Int) {
        let series = (0..<10).map { Reading(time: noon + .seconds($0), value: Double($0 % 2)) }
        #expect(MinMaxDownsampling.downsample(series, to: requested).count == kept)
    }

    @Test func shortSeriesIsUnchanged() {
        let one = [Reading(time: noon, value: 1)]
        #expect(MinMaxDownsampling.downsample([], to: 5).isEmpty)
        #expect(MinMaxDownsampling.downsample(one, to: 2) == one)
    }
}

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
