/// Attributes and events of a node: the answer to a read, and what a subscription reports. A long report consists of
/// several messages, which `ReportAssembler` puts together.
package struct ReportData: InteractionMessage {
    package static let opcode = InteractionOpcode.reportData

    package let subscriptionID: UInt32?
    package let attributes: [AttributeReport]
    package let events: [EventReport]
    /// Whether another message of the same report follows, after the receiver has acknowledged this one.
    package let hasMoreChunks: Bool
    /// Whether the receiver must not answer with a status response.
    package let suppressesResponse: Bool

    package init(
        subscriptionID: UInt32? = nil, attributes: [AttributeReport] = [], events: [EventReport] = [],
        hasMoreChunks: Bool = false, suppressesResponse: Bool = false
    ) {
        self.subscriptionID = subscriptionID
        self.attributes = attributes
        self.events = events
        self.hasMoreChunks = hasMoreChunks
        self.suppressesResponse = suppressesResponse
    }

    package init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "report data")
        subscriptionID = try fields.optionalNumber(0, field: "subscription id")
        attributes = try fields.array(1, field: "attribute reports", element: AttributeReport.init(tlv:))
        events = try fields.array(2, field: "event reports", element: EventReport.init(tlv:))
        hasMoreChunks = try fields.boolean(3, field: "more chunked messages")
        suppressesResponse = try fields.boolean(4, field: "suppress response")
    }

    package var fields: [TLVElement] {
        .fields([
            0: subscriptionID.map { .number($0) }, 1: .arrayUnlessEmpty(attributes, value: \.tlv),
            2: .arrayUnlessEmpty(events, value: \.tlv), 3: .trueOrAbsent(hasMoreChunks),
            4: .trueOrAbsent(suppressesResponse),
        ])
    }
}

/// The value of an attribute, or of a part of it, with the version of its cluster.
package struct AttributeData: Hashable, Sendable {
    package let path: AttributePath
    /// The part of a list that the value is; nil if it is the whole attribute.
    package let index: ListIndex?
    package let dataVersion: UInt32?
    package let value: TLVValue

    package init(path: AttributePath, index: ListIndex? = nil, dataVersion: UInt32? = nil, value: TLVValue) {
        self.path = path
        self.index = index
        self.dataVersion = dataVersion
        self.value = value
    }

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "attribute data")
        dataVersion = try fields.optionalNumber(0, field: "data version")
        (path, index) = try AttributePath.decode(try fields.value(1, field: "attribute path"))
        value = try fields.value(2, field: "attribute value")
    }

    var tlv: TLVValue {
        .structure([0: dataVersion.map { .number($0) }, 1: path.tlv(index: index), 2: value])
    }
}

/// What became of an attribute that a request names.
package struct AttributeStatus: Hashable, Sendable {
    /// The path as it stands in the request. Parts are nil only if the request asked for all.
    package let path: AttributePathPattern
    package let outcome: InteractionOutcome

    package init(path: AttributePathPattern, outcome: InteractionOutcome) {
        self.path = path
        self.outcome = outcome
    }

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "attribute status")
        path = try AttributePathPattern(tlv: try fields.value(0, field: "attribute path"))
        outcome = try InteractionOutcome(tlv: try fields.value(1, field: "status"))
    }

    var tlv: TLVValue { .structure([0: path.tlv, 1: outcome.tlv]) }
}

/// One attribute in a report.
package enum AttributeReport: Hashable, Sendable {
    case data(AttributeData)
    case status(AttributeStatus)

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "attribute report")
        if let data = fields[1] {
            self = .data(try AttributeData(tlv: data))
        } else {
            self = .status(try AttributeStatus(tlv: try fields.value(0, field: "attribute status")))
        }
    }

    var tlv: TLVValue {
        switch self {
        case .status(let status): .structure([0: status.tlv])
        case .data(let data): .structure([1: data.tlv])
        }
    }
}
