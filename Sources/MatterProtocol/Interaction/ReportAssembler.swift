/// Puts the messages of a report together: a node sends a long report in several messages, and a long list as its
/// beginning and one element for each further value.
///
/// A node may send anything, so the bytes, values and messages of one report are limited. After an error, or at the end of
/// a report, the assembler waits for the first message of another report.
package struct ReportAssembler: Sendable {
    /// What a report may have in all its messages.
    package struct Limits: Sendable {
        package let maximumBytes: Int
        /// The number of attributes, events, and values within them.
        package let maximumValues: Int
        package let maximumChunks: Int

        package init(maximumBytes: Int, maximumValues: Int, maximumChunks: Int) {
            self.maximumBytes = maximumBytes
            self.maximumValues = maximumValues
            self.maximumChunks = maximumChunks
        }

        /// Bridges with two hundred lamps report less than half of this.
        package static let standard = Limits(maximumBytes: 2 << 20, maximumValues: 200_000, maximumChunks: 4096)
    }

    private let limits: Limits
    private var state = State()

    package init(limits: Limits = .standard) { self.limits = limits }

    /// Whether further messages of a report are expected.
    package var isAwaitingChunk: Bool { state.chunkCount > 0 }

    /// Adds the payload of a `ReportData` message. Returns the report after its last message, and nil before. Callers
    /// answer with a status response after each message, except if the report says otherwise.
    package mutating func receive(_ payload: [UInt8]) throws(InteractionError) -> AssembledReport? {
        do {
            let isComplete = try add(payload)
            guard isComplete else { return nil }
        } catch {
            state = State()
            throw error
        }
        defer { state = State() }
        return state.report
    }

    /// Forgets the messages of an unfinished report.
    package mutating func reset() { state = State() }

    private mutating func add(_ payload: [UInt8]) throws(InteractionError) -> Bool {
        state.byteCount += payload.count
        state.chunkCount += 1
        guard state.byteCount <= limits.maximumBytes else { throw .reportTooLarge(limit: limits.maximumBytes) }
        guard state.chunkCount <= limits.maximumChunks else { throw .reportTooLarge(limit: limits.maximumChunks) }
        let chunk = try ReportData(decoding: payload)
        if state.chunkCount > 1, chunk.subscriptionID != state.report.subscriptionID { throw .otherSubscription }
        state.report.subscriptionID = chunk.subscriptionID
        state.report.suppressesResponse = chunk.suppressesResponse
        for report in chunk.attributes {
            switch report {
            case .data(let data): try add(data)
            case .status(let status):
                try count(1)
                state.report.attributeStatuses.append(status)
            }
        }
        for report in chunk.events {
            switch report {
            case .data(let data):
                try count(1 + (data.fields?.valueCount ?? 0))
                state.report.events.append(data)
            case .status(let status):
                try count(1)
                state.report.eventStatuses.append(status)
            }
        }
        if !chunk.hasMoreChunks { state.finishLists() }
        return !chunk.hasMoreChunks
    }

    private mutating func count(_ values: Int) throws(InteractionError) {
        state.valueCount += values
        guard state.valueCount <= limits.maximumValues else { throw .reportTooLarge(limit: limits.maximumValues) }
    }

    private mutating func add(_ data: AttributeData) throws(InteractionError) {
        try count(1 + data.value.valueCount)
        switch data.index {
        case nil: state.replace(data)
        case .append: try state.insert(data, at: nil)
        case .position(let position): try state.insert(data, at: Int(position))
        }
    }

    private struct State: Sendable {
        var report = AssembledReport()
        var byteCount = 0
        var valueCount = 0
        var chunkCount = 0
        /// Where in the report an attribute is.
        var positions: [AttributePath: Int] = [:]
        /// The values of lists, which grow here without being copied.
        var lists: [Int: [TLVValue]] = [:]

        mutating func replace(_ data: AttributeData) {
            let position = place(data)
            if case .array(let values) = data.value { lists[position] = values } else { lists[position] = nil }
        }

        /// Changes a list. A list whose beginning is missing is taken for an empty one.
        mutating func insert(_ data: AttributeData, at index: Int?) throws(InteractionError) {
            if let position = positions[data.path] {
                guard let count = lists[position]?.count else { throw .malformed(field: "list index") }
                let index = index ?? count
                guard index <= count else { throw .malformed(field: "list index") }
                if index == count { lists[position]?.append(data.value) } else { lists[position]?[index] = data.value }
                report.attributes[position] = AttributeData(
                    path: data.path, dataVersion: data.dataVersion, value: .null)
            } else {
                guard index ?? 0 == 0 else { throw .malformed(field: "list index") }
                lists[place(data)] = [data.value]
            }
        }

        /// Records an attribute, and returns its position.
        private mutating func place(_ data: AttributeData) -> Int {
            let whole = AttributeData(path: data.path, dataVersion: data.dataVersion, value: data.value)
            if let position = positions[data.path] {
                report.attributes[position] = whole
                return position
            }
            report.attributes.append(whole)
            positions[data.path] = report.attributes.count - 1
            return report.attributes.count - 1
        }

        mutating func finishLists() {
            for (position, values) in lists {
                let data = report.attributes[position]
                report.attributes[position] = AttributeData(
                    path: data.path, dataVersion: data.dataVersion, value: .array(values))
            }
            lists = [:]
        }
    }
}

/// A whole report. Attributes have their whole values, each attribute once.
package struct AssembledReport: Hashable, Sendable {
    package fileprivate(set) var subscriptionID: UInt32?
    package fileprivate(set) var attributes: [AttributeData] = []
    package fileprivate(set) var attributeStatuses: [AttributeStatus] = []
    package fileprivate(set) var events: [EventData] = []
    package fileprivate(set) var eventStatuses: [EventStatus] = []
    /// Whether the receiver must not answer the last message with a status response.
    package fileprivate(set) var suppressesResponse = false
}

extension TLVValue {
    /// The number of values within this one, and this one.
    fileprivate var valueCount: Int {
        switch self {
        case .array(let values): values.reduce(1) { $0 + $1.valueCount }
        case .structure(let elements), .list(let elements): elements.reduce(1) { $0 + $1.value.valueCount }
        default: 1
        }
    }
}
