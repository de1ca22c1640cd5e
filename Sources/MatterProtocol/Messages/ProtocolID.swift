/// The protocol that a message belongs to: a number within the numbers of a vendor. The standard protocols have vendor 0.
package struct ProtocolID: Hashable, Sendable {
    package let vendor: UInt16
    package let number: UInt16

    package init(vendor: UInt16 = 0, number: UInt16) {
        self.vendor = vendor
        self.number = number
    }

    /// Sessions and acknowledgements. Its opcodes are `SecureChannelOpcode`.
    package static let secureChannel = ProtocolID(number: 0x0000)
    /// Reads, writes, commands and subscriptions. Its opcodes are `InteractionOpcode`.
    package static let interactionModel = ProtocolID(number: 0x0001)
    package static let bulkDataExchange = ProtocolID(number: 0x0002)
    package static let userDirectedCommissioning = ProtocolID(number: 0x0003)
}

/// The kinds of messages of the secure channel protocol. Source: Matter core specification, section 4.11.1.
package enum SecureChannelOpcode: UInt8, Hashable, Sendable {
    case messageCounterSyncRequest = 0x00
    case messageCounterSyncResponse = 0x01
    /// An acknowledgement that no other message carries. It has no payload.
    case standaloneAcknowledgement = 0x10
    case pbkdfParamRequest = 0x20
    case pbkdfParamResponse = 0x21
    case pake1 = 0x22
    case pake2 = 0x23
    case pake3 = 0x24
    case sigma1 = 0x30
    case sigma2 = 0x31
    case sigma3 = 0x32
    case sigma2Resume = 0x33
    case statusReport = 0x40
    /// A sleepy node is reachable now.
    case checkIn = 0x50
}

/// The kinds of messages of the interaction model. Source: Matter core specification, section 10.2.1.
package enum InteractionOpcode: UInt8, Hashable, Sendable {
    case statusResponse = 0x01
    case readRequest = 0x02
    case subscribeRequest = 0x03
    case subscribeResponse = 0x04
    case reportData = 0x05
    case writeRequest = 0x06
    case writeResponse = 0x07
    case invokeRequest = 0x08
    case invokeResponse = 0x09
    case timedRequest = 0x0A
}
