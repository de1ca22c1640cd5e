/// The side of an exchange or an unsecured session: the initiator sends its first message.
package enum ExchangeRole: Hashable, Sendable {
    case initiator
    case responder
}

/// The second part of a message, which is encrypted in a secure session. Source: Matter core specification, section 4.4.3.
package struct ProtocolHeader: Hashable, Sendable {
    package let exchangeID: UInt16
    /// The role of the sender.
    package let senderRole: ExchangeRole
    package let protocolID: ProtocolID
    /// A raw value of `SecureChannelOpcode` or `InteractionOpcode`, or one of another protocol.
    package let opcode: UInt8
    /// Whether the receiver must acknowledge the message.
    package let isReliable: Bool
    /// The counter of the message that this one acknowledges.
    package let acknowledgedCounter: UInt32?

    package init(
        exchangeID: UInt16, senderRole: ExchangeRole, protocolID: ProtocolID, opcode: UInt8, isReliable: Bool,
        acknowledgedCounter: UInt32? = nil
    ) {
        self.exchangeID = exchangeID
        self.senderRole = senderRole
        self.protocolID = protocolID
        self.opcode = opcode
        self.isReliable = isReliable
        self.acknowledgedCounter = acknowledgedCounter
    }

    /// The kind of the message, if it belongs to the secure channel and has a known opcode.
    package var secureChannelOpcode: SecureChannelOpcode? {
        protocolID == .secureChannel ? SecureChannelOpcode(rawValue: opcode) : nil
    }

    /// The kind of the message, if it belongs to the interaction model and has a known opcode.
    package var interactionOpcode: InteractionOpcode? {
        protocolID == .interactionModel ? InteractionOpcode(rawValue: opcode) : nil
    }

    /// Whether the message only acknowledges another one.
    package var isStandaloneAcknowledgement: Bool { secureChannelOpcode == .standaloneAcknowledgement }

    /// Reads the header at `position` and passes over secured extensions. The second result is where the payload begins.
    static func decode(
        _ bytes: [UInt8], from position: Int
    ) throws(MessageError) -> (header: ProtocolHeader, end: Int) {
        var reader = ByteReader(bytes, from: position)
        let flags = try reader.nextUInt8()
        let opcode = try reader.nextUInt8()
        let exchangeID = try reader.nextUInt16()
        let number = try reader.nextUInt16()
        let vendor = flags & ExchangeFlag.vendor == 0 ? 0 : try reader.nextUInt16()
        let acknowledgedCounter = flags & ExchangeFlag.acknowledgement == 0 ? nil : try reader.nextUInt32()
        if flags & ExchangeFlag.securedExtensions != 0 { try reader.skipField() }
        let header = ProtocolHeader(
            exchangeID: exchangeID, senderRole: flags & ExchangeFlag.initiator == 0 ? .responder : .initiator,
            protocolID: ProtocolID(vendor: vendor, number: number), opcode: opcode,
            isReliable: flags & ExchangeFlag.reliable != 0, acknowledgedCounter: acknowledgedCounter)
        return (header, reader.position)
    }

    /// Appends the header to `bytes`.
    func encode(to bytes: inout [UInt8]) {
        var flags: UInt8 = senderRole == .initiator ? ExchangeFlag.initiator : 0
        if acknowledgedCounter != nil { flags |= ExchangeFlag.acknowledgement }
        if isReliable { flags |= ExchangeFlag.reliable }
        if protocolID.vendor != 0 { flags |= ExchangeFlag.vendor }
        bytes.append(flags)
        bytes.append(opcode)
        bytes.append(littleEndian: exchangeID)
        bytes.append(littleEndian: protocolID.number)
        if protocolID.vendor != 0 { bytes.append(littleEndian: protocolID.vendor) }
        if let acknowledgedCounter { bytes.append(littleEndian: acknowledgedCounter) }
    }
}

/// The bits of the first byte of a protocol header.
private enum ExchangeFlag {
    static let initiator: UInt8 = 0x01
    static let acknowledgement: UInt8 = 0x02
    static let reliable: UInt8 = 0x04
    static let securedExtensions: UInt8 = 0x08
    static let vendor: UInt8 = 0x10
}
