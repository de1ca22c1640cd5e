import HomeModel

/// Gives different times to the readings that a device stamps with the same whole second.
///
/// A device that writes its time in whole seconds and reports several times a second would lose all readings but the
/// first, because one reading is stored for each series and time. So each further value of a second gets a millisecond
/// more. A repeated value keeps its time, so a value that a device repeats after a lost connection is still stored
/// once.
struct DeviceTimestamps {
    /// The different values of a series within one whole second, in the order of their arrival.
    private struct Second {
        let time: Timestamp
        var values: [CapabilityValue]
    }

    /// When there are more values in one second, all further values get the time of the last one.
    private static let maximumValuesPerSecond = 100

    private var latest: [SeriesID: Second] = [:]

    mutating func time(_ time: Timestamp, of value: CapabilityValue, in series: SeriesID) -> Timestamp {
        guard time.milliseconds % 1000 == 0 else { return time }
        guard var second = latest[series], second.time == time else {
            latest[series] = Second(time: time, values: [value])
            return time
        }
        if let place = second.values.firstIndex(of: value) { return time + .milliseconds(place) }
        if second.values.count < Self.maximumValuesPerSecond { second.values.append(value) }
        latest[series] = second
        return time + .milliseconds(second.values.count - 1)
    }

    /// Forgets all series except these, so that removed devices and properties use no memory.
    mutating func retainOnly(_ series: Set<SeriesID>) { latest = latest.filter { series.contains($0.key) } }
}
