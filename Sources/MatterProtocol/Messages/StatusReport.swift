/// A message of the secure channel that tells how an operation ended. Source: Matter core specification, appendix D.
///
/// Session establishment ends with one, a busy node answers with one, and a node announces with one that it forgets a
/// session. The form is not TLV: a general code, a protocol with its vendor, a code of that protocol, and its data.
package struct StatusReport: Hashable, Sendable {
    package let generalCode: GeneralStatusCode
    package let protocolID: ProtocolID
    package let protocolCode: UInt16
    package let protocolData: [UInt8]

    package init(
        generalCode: GeneralStatusCode, protocolID: ProtocolID, protocolCode: UInt16, protocolData: [UInt8] = []
    ) {
        self.generalCode = generalCode
        self.protocolID = protocolID
        self.protocolCode = protocolCode
        self.protocolData = protocolData
    }

    /// A report of the secure channel protocol.
    package init(generalCode: GeneralStatusCode, secureChannelCode: SecureChannelStatusCode, data: [UInt8] = []) {
        self.init(
            generalCode: generalCode, protocolID: .secureChannel, protocolCode: secureChannelCode.rawValue,
            protocolData: data)
    }

    /// Reads the payload of a message. Throws `.truncated` if it has less than eight bytes.
    package init(decoding payload: [UInt8]) throws(MessageError) {
        var reader = ByteReader(payload)
        generalCode = GeneralStatusCode(rawValue: try reader.nextUInt16())
        let number = try reader.nextUInt16()
        protocolID = ProtocolID(vendor: try reader.nextUInt16(), number: number)
        protocolCode = try reader.nextUInt16()
        protocolData = reader.rest()
    }

    /// The payload of the message.
    package func encode() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 + protocolData.count)
        bytes.append(littleEndian: generalCode.rawValue)
        bytes.append(littleEndian: protocolID.number)
        bytes.append(littleEndian: protocolID.vendor)
        bytes.append(littleEndian: protocolCode)
        bytes += protocolData
        return bytes
    }

    /// The code of the secure channel protocol; nil if the report belongs to another protocol.
    package var secureChannelCode: SecureChannelStatusCode? {
        protocolID == .secureChannel ? SecureChannelStatusCode(rawValue: protocolCode) : nil
    }
}

extension StatusReport {
    /// The last message of PASE or CASE was accepted, and both sides have the session.
    package static let sessionEstablished = StatusReport(generalCode: .success, secureChannelCode: .success)
    /// The sender forgets the session over which it sends this report.
    package static let closeSession = StatusReport(generalCode: .success, secureChannelCode: .closeSession)
    /// The responder refuses a message of PASE or CASE.
    package static let invalidParameter = StatusReport(generalCode: .failure, secureChannelCode: .invalidParameter)
    /// The responder of CASE has no fabric in common with the initiator.
    package static let noSharedTrustRoots = StatusReport(generalCode: .failure, secureChannelCode: .noSharedTrustRoots)
    /// The receiver does not know the session of a message.
    package static let sessionNotFound = StatusReport(generalCode: .failure, secureChannelCode: .sessionNotFound)

    /// The sender is busy, and the receiver asks again after the wait at the earliest. A wait above 65,535 ms is
    /// shortened to that.
    package static func busy(wait: Duration) -> StatusReport {
        let milliseconds = UInt16(clamping: wait.wholeMilliseconds)
        var data: [UInt8] = []
        data.append(littleEndian: milliseconds)
        return StatusReport(generalCode: .busy, secureChannelCode: .busy, data: data)
    }

    /// Whether PASE or CASE ended well.
    package var isSessionEstablished: Bool { generalCode == .success && secureChannelCode == .success }

    /// Whether the sender forgets the session.
    package var isCloseSession: Bool { secureChannelCode == .closeSession }

    /// How long a busy node wants the receiver to wait; nil if this is no report of a busy node. A report without a
    /// time gives zero.
    package var busyWait: Duration? {
        guard generalCode == .busy || secureChannelCode == .busy else { return nil }
        guard secureChannelCode == .busy, protocolData.count >= 2 else { return .zero }
        return .milliseconds(Int(protocolData[0]) | Int(protocolData[1]) << 8)
    }
}

/// The code of a status report that has the same meaning in all protocols. Unknown codes are kept.
package struct GeneralStatusCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let success = GeneralStatusCode(rawValue: 0)
    package static let failure = GeneralStatusCode(rawValue: 1)
    package static let badPrecondition = GeneralStatusCode(rawValue: 2)
    package static let outOfRange = GeneralStatusCode(rawValue: 3)
    package static let badRequest = GeneralStatusCode(rawValue: 4)
    package static let unsupported = GeneralStatusCode(rawValue: 5)
    package static let unexpected = GeneralStatusCode(rawValue: 6)
    package static let resourceExhausted = GeneralStatusCode(rawValue: 7)
    package static let busy = GeneralStatusCode(rawValue: 8)
    package static let timeout = GeneralStatusCode(rawValue: 9)
    package static let `continue` = GeneralStatusCode(rawValue: 10)
    package static let aborted = GeneralStatusCode(rawValue: 11)
    package static let invalidArgument = GeneralStatusCode(rawValue: 12)
    package static let notFound = GeneralStatusCode(rawValue: 13)
    package static let alreadyExists = GeneralStatusCode(rawValue: 14)
    package static let permissionDenied = GeneralStatusCode(rawValue: 15)
    package static let dataLoss = GeneralStatusCode(rawValue: 16)
    package static let messageTooLarge = GeneralStatusCode(rawValue: 17)
}

/// The code of a status report of the secure channel protocol. Unknown codes are kept.
package struct SecureChannelStatusCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let success = SecureChannelStatusCode(rawValue: 0x0000)
    package static let noSharedTrustRoots = SecureChannelStatusCode(rawValue: 0x0001)
    package static let invalidParameter = SecureChannelStatusCode(rawValue: 0x0002)
    package static let closeSession = SecureChannelStatusCode(rawValue: 0x0003)
    package static let busy = SecureChannelStatusCode(rawValue: 0x0004)
    /// Early versions of Matter have this code; later ones do not send it.
    package static let sessionNotFound = SecureChannelStatusCode(rawValue: 0x0005)
    package static let generalFailure = SecureChannelStatusCode(rawValue: 0xFFFF)
}
