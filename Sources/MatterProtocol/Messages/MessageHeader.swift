/// The first part of a message, which every receiver can read. Source: Matter core specification, section 4.4.1.
package struct MessageHeader: Hashable, Sendable {
    package enum Destination: Hashable, Sendable {
        case node(UInt64)
        case group(UInt16)
    }

    /// The number that the receiver chose for the session. Zero stands for messages before there is a session.
    package let sessionID: UInt16
    /// Privacy, control, extensions and the kind of session, as they stand in the message: they are a part of the nonce.
    package let securityFlags: UInt8
    package let counter: UInt32
    package let sourceNodeID: UInt64?
    package let destination: Destination?

    package init(
        sessionID: UInt16, securityFlags: UInt8 = 0, counter: UInt32, sourceNodeID: UInt64? = nil,
        destination: Destination? = nil
    ) {
        self.sessionID = sessionID
        self.securityFlags = securityFlags
        self.counter = counter
        self.sourceNodeID = sourceNodeID
        self.destination = destination
    }

    /// The longest message that is sent: a datagram of 1,280 bytes without the headers of IPv6 and UDP.
    package static let maximumSentBytes = 1280 - 48
    /// The longest message that is accepted over UDP. Some nodes send more than the specification allows, in fragments.
    package static let maximumReceivedBytes = 8192

    /// Reads the header of a message and passes over extensions. The second result is the position after the header.
    ///
    /// Throws `.groupMessage` and `.privacyNotSupported` for messages that other nodes may well send to all, and that
    /// callers drop without an answer.
    package static func decode(_ bytes: [UInt8]) throws(MessageError) -> (header: MessageHeader, byteCount: Int) {
        guard bytes.count <= maximumReceivedBytes else {
            throw .tooLong(byteCount: bytes.count, limit: maximumReceivedBytes)
        }
        var reader = ByteReader(bytes)
        let flags = try reader.nextUInt8()
        guard flags >> 4 == 0 else { throw .unknownVersion(flags >> 4) }
        let sessionID = try reader.nextUInt16()
        let securityFlags = try reader.nextUInt8()
        guard securityFlags & SecurityFlag.privacy == 0 else { throw .privacyNotSupported }
        switch securityFlags & SecurityFlag.sessionTypeMask {
        case SecurityFlag.unicastSession: break
        case SecurityFlag.groupSession: throw .groupMessage
        default: throw .reservedValue
        }
        guard securityFlags & SecurityFlag.control == 0 else { throw .reservedValue }
        let counter = try reader.nextUInt32()
        let sourceNodeID = flags & MessageFlag.source == 0 ? nil : try reader.nextUInt64()
        let destination: Destination?
        switch flags & MessageFlag.destinationMask {
        case 0: destination = nil
        case MessageFlag.destinationNode: destination = .node(try reader.nextUInt64())
        case MessageFlag.destinationGroup: throw .groupMessage
        default: throw .reservedValue
        }
        if securityFlags & SecurityFlag.extensions != 0 { try reader.skipField() }
        let header = MessageHeader(
            sessionID: sessionID, securityFlags: securityFlags, counter: counter, sourceNodeID: sourceNodeID,
            destination: destination)
        return (header, reader.position)
    }

    /// Appends the header to `bytes`.
    func encode(to bytes: inout [UInt8]) {
        var flags: UInt8 = sourceNodeID == nil ? 0 : MessageFlag.source
        switch destination {
        case nil: break
        case .node: flags |= MessageFlag.destinationNode
        case .group: flags |= MessageFlag.destinationGroup
        }
        bytes.append(flags)
        bytes.append(littleEndian: sessionID)
        bytes.append(securityFlags)
        bytes.append(littleEndian: counter)
        if let sourceNodeID { bytes.append(littleEndian: sourceNodeID) }
        switch destination {
        case nil: break
        case .node(let id): bytes.append(littleEndian: id)
        case .group(let id): bytes.append(littleEndian: id)
        }
    }

    /// The nonce of AES-CCM. `sourceNodeID` is the operational node id of the sender, or zero in a PASE session.
    func nonce(sourceNodeID: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(AES128CCM.nonceBytes)
        bytes.append(securityFlags)
        bytes.append(littleEndian: counter)
        bytes.append(littleEndian: sourceNodeID)
        return bytes
    }
}

/// The bits of the first byte of a message; the version is in the upper four.
private enum MessageFlag {
    static let destinationMask: UInt8 = 0x03
    static let destinationNode: UInt8 = 0x01
    static let destinationGroup: UInt8 = 0x02
    static let source: UInt8 = 0x04
}

/// The bits of the security flags of a message.
private enum SecurityFlag {
    static let sessionTypeMask: UInt8 = 0x03
    static let unicastSession: UInt8 = 0x00
    static let groupSession: UInt8 = 0x01
    static let extensions: UInt8 = 0x20
    static let control: UInt8 = 0x40
    static let privacy: UInt8 = 0x80
}
