/// One event of a Server-Sent Events stream.
package struct ServerSentEvent: Hashable, Sendable {
    /// `message` when the stream gives no type.
    package let type: String
    package let data: String
}

/// Parses the bytes of an event stream, in pieces of any size, into events. Source: WHATWG HTML §9.2.6.
package struct EventStreamParser: Sendable {
    /// The limit in bytes of a line and of the data of an event. Longer ones are an error or an attack.
    static let maximumBytes = 1 << 20

    /// The parser cannot continue after a failure, because it no longer knows where a line starts.
    package enum Failure: Error, Hashable { case tooLong }

    /// The id of the last complete event, after which a new connection resumes.
    package private(set) var lastEventID: String?
    private var id: String?
    private var line: [UInt8] = []
    private var type = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var endedWithCarriageReturn = false
    private var isFirstLine = true

    package init(resumingAfter id: String? = nil) { (lastEventID, self.id) = (id, id) }

    /// Parses the next bytes and returns the events that end within them.
    package mutating func feed(_ bytes: some Sequence<UInt8>) throws(Failure) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            let isSecondHalf = endedWithCarriageReturn && byte == UInt8(ascii: "\n")
            endedWithCarriageReturn = byte == UInt8(ascii: "\r")
            if isSecondHalf { continue }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                if let event = try endLine() { events.append(event) }
            } else {
                guard line.count < Self.maximumBytes else { throw .tooLong }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() throws(Failure) -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard !line.isEmpty else { return dispatch() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        try apply(field: String(decoding: line[..<colon], as: UTF8.self), value: value)
        return nil
    }

    /// Applies one field to the current event; unknown fields are ignored. A line that starts with a colon is a
    /// comment: its field name is empty, so it is ignored too.
    private mutating func apply(field: String, value: ArraySlice<UInt8>) throws(Failure) {
        switch field {
        case "event": type = String(decoding: value, as: UTF8.self)
        case "data":
            guard data.count + value.count < Self.maximumBytes else { throw .tooLong }
            if hasData { data.append(UInt8(ascii: "\n")) }
            data += value
            hasData = true
        case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
        default: break
        }
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer {
            type = ""
            data.removeAll(keepingCapacity: true)
            hasData = false
        }
        lastEventID = id
        guard hasData else { return nil }
        return ServerSentEvent(type: type.isEmpty ? "message" : type, data: String(decoding: data, as: UTF8.self))
    }
}
