/// The code with which a node answers a request. Unknown codes are kept. Source: Matter core specification, section 8.10.
package struct InteractionStatus: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let success = InteractionStatus(rawValue: 0x00)
    package static let failure = InteractionStatus(rawValue: 0x01)
    package static let invalidSubscription = InteractionStatus(rawValue: 0x7D)
    package static let unsupportedAccess = InteractionStatus(rawValue: 0x7E)
    package static let unsupportedEndpoint = InteractionStatus(rawValue: 0x7F)
    package static let invalidAction = InteractionStatus(rawValue: 0x80)
    package static let unsupportedCommand = InteractionStatus(rawValue: 0x81)
    package static let invalidCommand = InteractionStatus(rawValue: 0x85)
    package static let unsupportedAttribute = InteractionStatus(rawValue: 0x86)
    package static let constraintError = InteractionStatus(rawValue: 0x87)
    package static let unsupportedWrite = InteractionStatus(rawValue: 0x88)
    package static let resourceExhausted = InteractionStatus(rawValue: 0x89)
    package static let notFound = InteractionStatus(rawValue: 0x8B)
    package static let unreportableAttribute = InteractionStatus(rawValue: 0x8C)
    package static let invalidDataType = InteractionStatus(rawValue: 0x8D)
    package static let unsupportedRead = InteractionStatus(rawValue: 0x8F)
    package static let dataVersionMismatch = InteractionStatus(rawValue: 0x92)
    package static let timeout = InteractionStatus(rawValue: 0x94)
    package static let unsupportedNode = InteractionStatus(rawValue: 0x9B)
    package static let busy = InteractionStatus(rawValue: 0x9C)
    package static let accessRestricted = InteractionStatus(rawValue: 0x9D)
    package static let unsupportedCluster = InteractionStatus(rawValue: 0xC3)
    package static let noUpstreamSubscription = InteractionStatus(rawValue: 0xC5)
    package static let needsTimedInteraction = InteractionStatus(rawValue: 0xC6)
    package static let unsupportedEvent = InteractionStatus(rawValue: 0xC7)
    package static let pathsExhausted = InteractionStatus(rawValue: 0xC8)
    package static let timedRequestMismatch = InteractionStatus(rawValue: 0xC9)
    package static let failSafeRequired = InteractionStatus(rawValue: 0xCA)
    package static let invalidInState = InteractionStatus(rawValue: 0xCB)
    package static let noCommandResponse = InteractionStatus(rawValue: 0xCC)
    package static let termsAndConditionsChanged = InteractionStatus(rawValue: 0xCD)
    package static let maintenanceRequired = InteractionStatus(rawValue: 0xCE)
    package static let dynamicConstraintError = InteractionStatus(rawValue: 0xCF)
    package static let alreadyExists = InteractionStatus(rawValue: 0xD0)
    package static let invalidTransportType = InteractionStatus(rawValue: 0xD1)
    package static let writeIgnored = InteractionStatus(rawValue: 0xF0)

    package var isSuccess: Bool { self == .success }

    /// The sentence that people read.
    package var explanation: String {
        Self.explanations[self] ?? "The node answered with the unknown status code \(rawValue)."
    }

    private static let explanations: [InteractionStatus: String] = [
        .success: "The node did what it was asked for.",
        .failure: "The node failed, and did not say why.",
        .invalidSubscription: "The node does not know the subscription.",
        .unsupportedAccess: "The node's access control does not allow this.",
        .unsupportedEndpoint: "The node has no such endpoint.",
        .invalidAction: "The node regards the request as malformed, or as not allowed now.",
        .unsupportedCommand: "The node does not support the command.",
        .invalidCommand: "The node does not accept the fields of the command.",
        .unsupportedAttribute: "The node does not have the attribute.",
        .constraintError: "The value is outside the range that the node accepts.",
        .unsupportedWrite: "The attribute cannot be written.",
        .resourceExhausted: "The node has no room or no free resource for this. Try again later.",
        .notFound: "The node does not have the entry.",
        .unreportableAttribute: "The node does not report the attribute.",
        .invalidDataType: "The node does not accept a value of this type.",
        .unsupportedRead: "The attribute cannot be read.",
        .dataVersionMismatch: "The attributes were changed meanwhile. Read them again first.",
        .timeout: "The request took longer than the node allows.",
        .unsupportedNode: "The node does not accept this request over the session.",
        .busy: "The node is busy. Try again later.",
        .accessRestricted: "The maker of the node restricts access to this.",
        .unsupportedCluster: "The endpoint does not have the cluster.",
        .noUpstreamSubscription: "The node has no subscription of its own that would give it the value.",
        .needsTimedInteraction: "The node accepts this only as a timed request.",
        .unsupportedEvent: "The node does not have the event.",
        .pathsExhausted: "The request names more paths than the node can answer at once.",
        .timedRequestMismatch: "The node received the timed request too late, or without its announcement.",
        .failSafeRequired: "The node accepts this only while its fail-safe is armed.",
        .invalidInState: "The node cannot do this in its present state.",
        .noCommandResponse: "The node has no answer to the command.",
        .termsAndConditionsChanged: "The terms of the maker have changed. Accept them in the maker's app.",
        .maintenanceRequired: "The node needs maintenance first.",
        .dynamicConstraintError: "The value is outside the range that the node accepts at present.",
        .alreadyExists: "The node has this already.",
        .invalidTransportType: "The node does not accept this over the present kind of connection.",
        .writeIgnored: "The node ignored the written value.",
    ]
}
