import HomeModel

/// Keeps the readings apart that a device stamps with the same whole second.
///
/// A device that writes its time in whole seconds and reports several times a second would lose all but the first: one
/// reading is stored for each series and time. So each further value of a second gets a millisecond more. A value that is
/// told again keeps its time, so what a device repeats after a lost connection is still stored once.
struct OwnTimes {
    private struct Second {
        let time: Timestamp
        var values: [CapabilityValue]
    }

    /// Of more values in a second, all further ones count as the last.
    private static let mostInASecond = 100

    private var latest: [SeriesID: Second] = [:]

    mutating func time(_ time: Timestamp, of value: CapabilityValue, in series: SeriesID) -> Timestamp {
        guard time.milliseconds % 1000 == 0 else { return time }
        guard var second = latest[series], second.time == time else {
            latest[series] = Second(time: time, values: [value])
            return time
        }
        if let place = second.values.firstIndex(of: value) { return time + .milliseconds(place) }
        if second.values.count < Self.mostInASecond { second.values.append(value) }
        latest[series] = second
        return time + .milliseconds(second.values.count - 1)
    }

    /// Forgets the series of devices and properties that are no more.
    mutating func keep(_ series: Set<SeriesID>) { latest = latest.filter { series.contains($0.key) } }
}
