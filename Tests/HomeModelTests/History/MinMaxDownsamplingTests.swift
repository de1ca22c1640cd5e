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
