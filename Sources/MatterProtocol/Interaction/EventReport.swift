/// One event in a report.
package enum EventReport: Hashable, Sendable {
    case data(EventData)
    case status(EventStatus)

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "event report")
        if let data = fields[1] {
            self = .data(try EventData(tlv: data))
        } else {
            self = .status(try EventStatus(tlv: try fields.value(0, field: "event status")))
        }
    }

    var tlv: TLVValue {
        switch self {
        case .status(let status): .structure([0: status.tlv])
        case .data(let data): .structure([1: data.tlv])
        }
    }
}

/// An event of a node. Numbers of events only grow, also when the node restarts.
package struct EventData: Hashable, Sendable {
    package enum Priority: UInt8, Hashable, Sendable {
        case debug = 0
        case info = 1
        case critical = 2
    }

    /// When the event happened, by a clock of the node.
    package enum Timestamp: Hashable, Sendable {
        /// Milliseconds since 1970.
        case epoch(UInt64)
        /// Milliseconds since the node started.
        case system(UInt64)
        /// Milliseconds after the event before it in the same report, both by the node's epoch clock.
        case epochDelta(UInt64)
        /// Milliseconds after the event before it in the same report, both by the time since the node's start.
        case systemDelta(UInt64)
    }

    package let path: EventPath
    package let number: UInt64
    /// Nil for a priority that is unknown.
    package let priority: Priority?
    package let timestamp: Timestamp?
    /// The fields of the event; nil if it has none.
    package let fields: TLVValue?

    package init(path: EventPath, number: UInt64, priority: Priority?, timestamp: Timestamp?, fields: TLVValue?) {
        self.path = path
        self.number = number
        self.priority = priority
        self.timestamp = timestamp
        self.fields = fields
    }

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "event data")
        path = try EventPath(tlv: try fields.value(0, field: "event path"))
        number = try fields.number(1, field: "event number")
        priority = fields[2].flatMap { $0.integer(as: UInt8.self) }.flatMap { Priority(rawValue: $0) }
        timestamp = try EventData.timestamp(of: fields)
        self.fields = fields[7]
    }

    private static func timestamp(of fields: InteractionFields) throws(InteractionError) -> Timestamp? {
        if let time: UInt64 = try fields.optionalNumber(3, field: "epoch timestamp") { return .epoch(time) }
        if let time: UInt64 = try fields.optionalNumber(4, field: "system timestamp") { return .system(time) }
        if let time: UInt64 = try fields.optionalNumber(5, field: "epoch delta") { return .epochDelta(time) }
        if let time: UInt64 = try fields.optionalNumber(6, field: "system delta") { return .systemDelta(time) }
        return nil
    }

    var tlv: TLVValue {
        let time: TLVElement? =
            switch timestamp {
            case nil: nil
            case .epoch(let time): .context(3, is: .number(time))
            case .system(let time): .context(4, is: .number(time))
            case .epochDelta(let time): .context(5, is: .number(time))
            case .systemDelta(let time): .context(6, is: .number(time))
            }
        var elements: [TLVElement] = .fields([
            0: path.tlv, 1: .number(number), 2: priority.map { .number($0.rawValue) },
        ])
        if let time { elements.append(time) }
        if let fields { elements.append(.context(7, is: fields)) }
        return .structure(elements)
    }
}

/// Why a request for an event failed.
package struct EventStatus: Hashable, Sendable {
    package let path: EventPathPattern
    package let outcome: InteractionOutcome

    package init(path: EventPathPattern, outcome: InteractionOutcome) {
        self.path = path
        self.outcome = outcome
    }

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "event status")
        path = try EventPathPattern(tlv: try fields.value(0, field: "event path"))
        outcome = try InteractionOutcome(tlv: try fields.value(1, field: "status"))
    }

    var tlv: TLVValue { .structure([0: path.tlv, 1: outcome.tlv]) }
}
