import HomeModel

/// What is of a moment.
protocol TimedRecord {
    var time: Timestamp { get }
}

extension StoredChange: TimedRecord {}

/// Records of one series in the order of time, each time once.
enum SortedMerge {
    /// Sorts; of several with the same time the first wins.
    static func unique<Record: TimedRecord>(_ records: [Record]) -> [Record] {
        guard !isUnique(records) else { return records }
        let sorted = records.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        var unique: [Record] = []
        unique.reserveCapacity(sorted.count)
        for (_, record) in sorted where unique.last?.time != record.time { unique.append(record) }
        return unique
    }

    /// Both are sorted; at the same time that of `first` wins.
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
    /// Where the first record at or after `time` is; the records are sorted.
    func place(of time: Timestamp) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The records from `from` up to but not including `to`.
    func within(_ from: Timestamp, _ to: Timestamp) -> SubSequence {
        let start = place(of: from)
        return self[start..<Swift.max(start, place(of: to))]
    }
}
