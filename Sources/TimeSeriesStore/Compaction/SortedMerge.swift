import HomeModel

/// A record with a time.
protocol TimedRecord {
    var time: Timestamp { get }
}

extension StoredChange: TimedRecord {}

/// Sorts and merges records of one series; the result is sorted, with different times.
enum SortedMerge {
    /// Sorts; of several records with the same time, the first stays.
    static func unique<Record: TimedRecord>(_ records: [Record]) -> [Record] {
        guard !isUnique(records) else { return records }
        let sorted = records.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        var unique: [Record] = []
        unique.reserveCapacity(sorted.count)
        for (_, record) in sorted where unique.last?.time != record.time { unique.append(record) }
        return unique
    }

    /// Merges two sorted arrays; at the same time the record of `first` stays.
    static func of<Record: TimedRecord>(_ first: [Record], _ second: [Record]) -> [Record] {
        guard let end = first.last?.time else { return second }
        guard let start = second.first?.time else { return first }
        if end < start { return first + second }
        var merged: [Record] = []
        merged.reserveCapacity(first.count + second.count)
        var (left, right) = (0, 0)
        while left < first.count, right < second.count {
            if second[right].time < first[left].time {
                merged.append(second[right])
                right += 1
            } else {
                if second[right].time == first[left].time { right += 1 }
                merged.append(first[left])
                left += 1
            }
        }
        return merged + first[left...] + second[right...]
    }

    private static func isUnique<Record: TimedRecord>(_ records: [Record]) -> Bool {
        zip(records, records.dropFirst()).allSatisfy { $0.time < $1.time }
    }
}

extension RandomAccessCollection where Element: TimedRecord, Index == Int {
    /// Returns the index of the first record at or after `time`, by binary search; the records must be sorted.
    func lowerBound(of time: Timestamp) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the records from `from` up to but not including `to`; the records must be sorted.
    func within(_ from: Timestamp, _ to: Timestamp) -> SubSequence {
        let start = lowerBound(of: from)
        return self[start..<Swift.max(start, lowerBound(of: to))]
    }
}
