/// Thins a line to so many points that it still looks the same.
///
/// Largest-triangle-three-buckets: of each bucket of readings that point stays which spans the largest triangle with
/// the point before it and the middle of the bucket after it. Source: S. Steinarsson, *Downsampling Time Series for
/// Visual Representation* (2013).
package enum LargestTriangle {
    /// The fewest points that show a line.
    package static let minimumPoints = 2

    /// At most `count` of `readings`, in their order; the first and the last one stay. A `count` below 2 is taken as 2.
    package static func thin(_ readings: [Reading], to count: Int) -> [Reading] {
        let count = max(count, minimumPoints)
        guard readings.count > count, let first = readings.first, let last = readings.last else { return readings }
        var kept = [first]
        kept.reserveCapacity(count)
        let inner = readings.count - 2
        let buckets = count - 2
        for bucket in 0..<buckets {
            let range = Self.range(bucket, of: buckets, inner)
            let next = bucket + 1 < buckets ? Self.range(bucket + 1, of: buckets, inner) : readings.indices.suffix(1)
            let middle = Point(middleOf: readings[next])
            kept.append(Self.largest(in: readings[range], after: Point(kept[bucket]), before: middle))
        }
        return kept + [last]
    }

    /// The readings of one bucket: between the first and the last reading, all buckets hold equally many, within one.
    private static func range(_ bucket: Int, of buckets: Int, _ inner: Int) -> Range<Int> {
        let (size, rest) = inner.quotientAndRemainder(dividingBy: buckets)
        let start = 1 + bucket * size + min(bucket, rest)
        return start..<(start + size + (bucket < rest ? 1 : 0))
    }

    private static func largest(in bucket: ArraySlice<Reading>, after: Point, before: Point) -> Reading {
        var best = bucket[bucket.startIndex]
        var area = -1.0
        for reading in bucket {
            let candidate = Point(reading).area(with: after, before)
            if candidate > area { (best, area) = (reading, candidate) }
        }
        return best
    }
}

private struct Point {
    let time: Double
    let value: Double

    init(_ reading: Reading) {
        time = Double(reading.time.milliseconds)
        value = reading.value
    }

    init(middleOf readings: ArraySlice<Reading>) {
        let points = readings.map(Point.init)
        let count = Double(max(points.count, 1))
        time = points.reduce(0) { $0 + $1.time / count }
        value = points.reduce(0) { $0 + $1.value / count }
    }

    /// Twice the area of the triangle.
    func area(with left: Point, _ right: Point) -> Double {
        abs((left.time - right.time) * (value - left.value) - (left.time - time) * (right.value - left.value))
    }
}
