/// Thins readings that come page by page, in memory that grows with the points and not with the readings.
///
/// A line that is too long to be kept is first reduced to the lowest and the highest reading of each of many equal
/// times, then by `LargestTriangle`. Source: J. Van Der Donckt et al., *MinMaxLTTB* (2023).
package struct ThinnedLine: Sendable {
    private let points: Int
    private let end: Timestamp
    /// So many readings are kept as they are.
    private let capacity: Int
    private var kept: [Reading] = []
    private var last: Reading?
    private var extremes: Extremes?

    /// A line that ends about `end`.
    package init(points: Int, until end: Timestamp, capacity: Int = 100_000) {
        self.points = points
        self.end = end
        self.capacity = max(capacity, points, 8)
    }

    /// Takes the next readings in the order of time.
    package mutating func add(_ readings: [Reading]) {
        last = readings.last ?? last
        if extremes == nil {
            kept += readings
            guard kept.count > capacity, let first = kept.first, let last else { return }
            extremes = Extremes(from: first.time, to: max(end, last.time), buckets: capacity / 4)
            let all = kept
            kept = [first]
            condense(all)
        } else {
            condense(readings)
        }
    }

    /// At most `points` of what was taken; the first and the last reading are among them.
    package var readings: [Reading] {
        let line = kept + (extremes?.open ?? [])
        let tail = [last].compactMap(\.self).filter { $0 != line.last }
        return LargestTriangle.thin(line + tail, to: points)
    }

    private mutating func condense(_ readings: [Reading]) {
        for reading in readings {
            guard let closed = extremes?.take(reading) else { continue }
            kept += closed.filter { $0 != kept.first }
        }
    }
}

/// The lowest and the highest reading of each bucket of time. What comes after the end belongs to the last bucket.
private struct Extremes: Sendable {
    private let start: Int64
    private let width: Int64
    private let buckets: Int64
    private var bucket: Int64 = 0
    private var low: Reading?
    private var high: Reading?

    init(from start: Timestamp, to end: Timestamp, buckets: Int) {
        self.start = start.milliseconds
        self.buckets = Int64(max(buckets, 1))
        width = max(1, (end - start).wholeMilliseconds / self.buckets)
    }

    /// What the bucket before kept, once `reading` opens a new one.
    mutating func take(_ reading: Reading) -> [Reading] {
        let index = min((reading.time.milliseconds &- start) / width, buckets - 1)
        guard index == bucket, let lowest = low, let highest = high else {
            defer { (bucket, low, high) = (index, reading, reading) }
            return open
        }
        if reading.value < lowest.value { low = reading }
        if reading.value > highest.value { high = reading }
        return []
    }

    /// What the bucket that is being filled keeps, in the order of time.
    var open: [Reading] {
        guard let low, let high else { return [] }
        return low == high ? [low] : low.time < high.time ? [low, high] : [high, low]
    }
}
