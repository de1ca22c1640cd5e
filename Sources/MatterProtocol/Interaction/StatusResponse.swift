/// Acknowledges a message of the interaction model, or refuses it.
package struct StatusResponse: InteractionMessage {
    package static let opcode = InteractionOpcode.statusResponse

    package let status: InteractionStatus

    package init(status: InteractionStatus) { self.status = status }

    package init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "status response")
        status = InteractionStatus(rawValue: try fields.number(0, field: "status"))
    }

    package var fields: [TLVElement] { .fields([0: .number(status.rawValue)]) }
}

/// Announces a write or invoke request that the node must receive within a time, so that a delayed message cannot open
/// a lock much later. The node answers with a status response.
package struct TimedRequest: InteractionMessage {
    package static let opcode = InteractionOpcode.timedRequest

    /// Milliseconds from this message to the request.
    package let timeout: UInt16

    package init(timeout: UInt16) { self.timeout = timeout }

    package init(tlv: TLVValue) throws(InteractionError) {
        timeout = try InteractionFields(tlv, field: "timed request").number(0, field: "timeout")
    }

    package var fields: [TLVElement] { .fields([0: .number(timeout)]) }
}

/// The status of a request for one path, with the code that the cluster adds to it.
package struct InteractionOutcome: Hashable, Sendable {
    package let status: InteractionStatus
    /// A code whose meaning the cluster defines, such as that a fail-safe is not armed.
    package let clusterStatus: UInt8?

    package init(_ status: InteractionStatus, clusterStatus: UInt8? = nil) {
        self.status = status
        self.clusterStatus = clusterStatus
    }

    package static let success = InteractionOutcome(.success)

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "status")
        status = InteractionStatus(rawValue: try fields.number(0, field: "status"))
        clusterStatus = try fields.optionalNumber(1, field: "cluster status")
    }

    var tlv: TLVValue { .structure([0: .number(status.rawValue), 1: clusterStatus.map { .number($0) }]) }
}
