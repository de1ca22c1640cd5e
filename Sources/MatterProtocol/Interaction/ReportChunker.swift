/// Splits a report of a node into messages that fit into a datagram. Long lists are split too.
package struct ReportChunker {
    /// What a report has besides its elements: the structure, the subscription id, two arrays, two booleans and the
    /// revision.
    private static let overhead = 2 + 6 + 2 * 3 + 2 * 2 + 3

    private let subscriptionID: UInt32?
    private let suppressesResponse: Bool
    private let maximumBytes: Int
    private var attributes: [UInt8] = []
    private var events: [UInt8] = []
    private var payloads: [[UInt8]] = []

    /// The payloads of `ReportData` messages, in their order; at least one. `suppressesResponse` applies to the last
    /// one: the receiver acknowledges all others before the next one is sent.
    ///
    /// Throws `.valueTooLarge` or `.eventTooLarge` if an element does not fit into a message of `maximumBytes`.
    package static func payloads(
        attributes: [AttributeReport], events: [EventReport] = [], subscriptionID: UInt32? = nil,
        suppressesResponse: Bool = false, maximumBytes: Int = SecureSession.maximumPayloadBytes
    ) throws(InteractionError) -> [[UInt8]] {
        var chunker = ReportChunker(
            subscriptionID: subscriptionID, suppressesResponse: suppressesResponse, maximumBytes: maximumBytes)
        let splitter = AttributeSplitter(maximumBytes: maximumBytes - overhead) {
            AttributeReport.data($0).tlv
        }
        for report in attributes {
            switch report {
            case .status: chunker.append(attribute: TLVEncoder.encode(report.tlv))
            case .data(let data): for element in try splitter.encode(data) { chunker.append(attribute: element) }
            }
        }
        for report in events {
            let element = TLVEncoder.encode(report.tlv)
            if case .data(let data) = report, element.count > maximumBytes - overhead {
                throw .eventTooLarge(data.path)
            }
            chunker.append(event: element)
        }
        chunker.finishChunk(isLast: true)
        return chunker.payloads
    }

    private init(subscriptionID: UInt32?, suppressesResponse: Bool, maximumBytes: Int) {
        self.subscriptionID = subscriptionID
        self.suppressesResponse = suppressesResponse
        self.maximumBytes = maximumBytes
    }

    private mutating func append(attribute element: [UInt8]) {
        makeRoom(for: element)
        attributes += element
    }

    private mutating func append(event element: [UInt8]) {
        makeRoom(for: element)
        events += element
    }

    private mutating func makeRoom(for element: [UInt8]) {
        let used = Self.overhead + attributes.count + events.count
        if used + element.count > maximumBytes, used > Self.overhead { finishChunk(isLast: false) }
    }

    private mutating func finishChunk(isLast: Bool) {
        var writer = InteractionWriter(reserving: Self.overhead + attributes.count + events.count)
        if let subscriptionID { writer.append(0, number: subscriptionID) }
        if !attributes.isEmpty { writer.append(1, arrayOf: attributes) }
        if !events.isEmpty { writer.append(2, arrayOf: events) }
        if !isLast { writer.append(3, boolean: true) }
        if isLast, suppressesResponse { writer.append(4, boolean: true) }
        payloads.append(writer.finish())
        attributes.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: true)
    }
}
