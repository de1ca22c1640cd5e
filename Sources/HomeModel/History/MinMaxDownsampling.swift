/// Reduces a line to few points that hide no extreme.
///
/// The time of the line is divided into equal buckets, and the lowest and the highest reading of each are kept, with
/// the first and the last reading of all. So a spike and a dip show at any number of points from four on.
package enum MinMaxDownsampling {
    /// The fewest points of a reduced line. Fewer than four show only its ends.
    package static let minimumPoints = 2

    /// At most `count` of `readings`, which must be in the order of time; the order stays. A `count` below 2 counts as
    /// 2.
    package static func downsample(_ readings: [Reading], to count: Int) -> [Reading] {
        downsample(readings, to: count, bucketsOf: 1)
    }

    /// The same; the width of a bucket is a multiple of `unit` milliseconds.
    static func downsample(_ readings: [Reading], to count: Int, bucketsOf unit: Int64) -> [Reading] {
        let count = max(count, minimumPoints)
        guard readings.count > count, let first = readings.first, let last = readings.last else { return readings }
        let buckets = (count - 2) / 2
        guard buckets > 0 else { return [first, last] }
        var extremes = BucketExtremes(
            from: first.time, to: last.time, width: width(of: buckets, from: first, to: last, multipleOf: unit))
        var kept = [first]
        kept.reserveCapacity(count)
        for reading in readings.dropFirst().dropLast() { kept += extremes.add(reading) }
        return kept + extremes.open + [last]
    }

    static func width(of buckets: Int, from first: Reading, to last: Reading, multipleOf unit: Int64) -> Int64 {
        let span = max((last.time - first.time).wholeMilliseconds, 1)
        let width = span / Int64(buckets) &+ 1
        let units = width / unit &+ (width % unit == 0 ? 0 : 1)
        let (product, overflow) = units.multipliedReportingOverflow(by: unit)
        return overflow ? .max : product
    }
}

/// Collects the lowest and the highest reading of each bucket of time, from readings in the order of time.
struct BucketExtremes: Sendable {
    let width: Int64
    private let start: Int64
    /// The index of the last bucket, to which all readings after the end belong.
    private let lastBucket: Int64
    private var bucket: Int64 = 0
    private var low: Reading?
    private var high: Reading?

    init(from start: Timestamp, to end: Timestamp, width: Int64) {
        self.start = start.milliseconds
        self.width = max(width, 1)
        lastBucket = max((end - start).wholeMilliseconds, 0) / self.width
    }

    /// Adds a reading. When it opens a new bucket, returns the extremes of the previous one, otherwise none.
    mutating func add(_ reading: Reading) -> [Reading] {
        let (offset, overflow) = reading.time.milliseconds.subtractingReportingOverflow(start)
        let index = min(overflow ? lastBucket : offset / width, lastBucket)
        guard index == bucket, let lowest = low, let highest = high else {
            defer { (bucket, low, high) = (index, reading, reading) }
            return open
        }
        if reading.value < lowest.value { low = reading }
        if reading.value > highest.value { high = reading }
        return []
    }

    /// The extremes of the current bucket, in the order of time.
    var open: [Reading] {
        guard let low, let high else { return [] }
        return low == high ? [low] : low.time < high.time ? [low, high] : [high, low]
    }
}
