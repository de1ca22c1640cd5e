/// Writes attributes of a node. The node answers with `WriteResponse`.
package struct WriteRequest: InteractionMessage {
    package static let opcode = InteractionOpcode.writeRequest

    /// Whether the node must not answer.
    package let suppressesResponse: Bool
    /// Whether a timed request came before this one.
    package let isTimed: Bool
    package let attributes: [AttributeData]
    /// Whether another message of the same write follows, after the node has answered this one.
    package let hasMoreChunks: Bool

    package init(
        attributes: [AttributeData], isTimed: Bool = false, suppressesResponse: Bool = false,
        hasMoreChunks: Bool = false
    ) {
        self.suppressesResponse = suppressesResponse
        self.isTimed = isTimed
        self.attributes = attributes
        self.hasMoreChunks = hasMoreChunks
    }

    package init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "write request")
        suppressesResponse = try fields.boolean(0, field: "suppress response")
        isTimed = try fields.boolean(1, field: "timed request")
        attributes = try fields.array(2, field: "write requests", element: AttributeData.init(tlv:))
        hasMoreChunks = try fields.boolean(3, field: "more chunked messages")
    }

    package var fields: [TLVElement] {
        .fields([
            0: .boolean(suppressesResponse), 1: .boolean(isTimed), 2: .array(attributes.map(\.tlv)),
            3: .trueOrAbsent(hasMoreChunks),
        ])
    }
}

/// What became of each attribute of a write.
package struct WriteResponse: InteractionMessage {
    package static let opcode = InteractionOpcode.writeResponse

    package let statuses: [AttributeStatus]

    package init(statuses: [AttributeStatus]) { self.statuses = statuses }

    package init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "write response")
        statuses = try fields.array(0, field: "write responses", element: AttributeStatus.init(tlv:))
    }

    package var fields: [TLVElement] { .fields([0: .array(statuses.map(\.tlv))]) }
}
