/// Downsamples readings that arrive page by page, in memory that grows with the points and not with the readings.
///
/// A line that is too long to keep is first reduced to the lowest and the highest reading of each of many short buckets
/// of time. Each bucket of the result consists of whole short buckets, so that no extreme is lost.
package struct StreamingDownsampler: Sendable {
    private let points: Int
    private let end: Timestamp
    /// The number of readings up to which all of them are kept.
    private let capacity: Int
    private var kept: [Reading] = []
    private var last: Reading?
    private var extremes: BucketExtremes?

    /// Makes an empty line that ends at about `end`.
    package init(points: Int, until end: Timestamp, capacity: Int = 100_000) {
        self.points = points
        self.end = end
        self.capacity = max(capacity, points, 8)
    }

    /// Adds the next readings, in the order of time.
    package mutating func add(_ readings: [Reading]) {
        last = readings.last ?? last
        guard extremes != nil else {
            kept += readings
            guard kept.count > capacity, let first = kept.first, let last else { return }
            let width = max((max(end, last.time) - first.time).wholeMilliseconds / Int64(max(capacity / 4, 1)), 1)
            extremes = BucketExtremes(from: first.time, to: max(end, last.time), width: width)
            let all = kept.dropFirst()
            kept = [first]
            condense(all)
            return
        }
        condense(readings[...])
    }

    /// At most `points` of the added readings; the first and the last one are among them.
    package var readings: [Reading] {
        let line = kept + (extremes?.open ?? [])
        let tail = [last].compactMap(\.self).filter { $0 != line.last }
        return MinMaxDownsampling.downsample(line + tail, to: points, bucketsOf: extremes?.width ?? 1)
    }

    private mutating func condense(_ readings: ArraySlice<Reading>) {
        for reading in readings {
            guard let closed = extremes?.add(reading), !closed.isEmpty else { continue }
            kept += closed
        }
    }
}
