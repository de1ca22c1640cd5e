/// A message of PASE or CASE, without its headers.
package struct HandshakeMessage: Hashable, Sendable {
    package let opcode: SecureChannelOpcode
    package let payload: [UInt8]

    package init(opcode: SecureChannelOpcode, payload: [UInt8]) {
        self.opcode = opcode
        self.payload = payload
    }

    init(_ opcode: SecureChannelOpcode, fields: TLVValue) {
        self.init(opcode: opcode, payload: TLVEncoder.encode(fields))
    }

    package static func statusReport(_ report: StatusReport) -> HandshakeMessage {
        HandshakeMessage(opcode: .statusReport, payload: report.encode())
    }

    /// Reads the fields of a message that must have the kind `opcode`. Throws what a status report in its place means,
    /// and `.unexpectedMessage` for every other kind.
    func decode<Fields>(
        as opcode: SecureChannelOpcode, _ body: (TLVFields) throws(TLVFieldError) -> Fields
    ) throws(SessionEstablishmentFailure) -> Fields {
        if self.opcode == .statusReport { throw SessionEstablishmentFailure(statusReport: payload) }
        guard self.opcode == opcode else { throw .unexpectedMessage(self.opcode) }
        do throws(TLVFieldError) {
            return try body(TLVFields(decoding: payload))
        } catch {
            throw .malformed(opcode, error)
        }
    }

    /// Throws unless this is the report that ends a handshake well.
    func requireSuccess() throws(SessionEstablishmentFailure) {
        guard opcode == .statusReport else { throw .unexpectedMessage(opcode) }
        guard let report = try? StatusReport(decoding: payload), report.isSessionEstablished else {
            throw SessionEstablishmentFailure(statusReport: payload)
        }
    }
}

/// What follows from a message that a handshake received. Both may be present: the last message of a handshake can be
/// sent by the side that has the session already.
package struct HandshakeStep<Session: Sendable>: Sendable {
    /// The message to send.
    package let reply: HandshakeMessage?
    /// The session, after which the handshake takes no more messages.
    package let session: Session?

    static func send(_ message: HandshakeMessage) -> HandshakeStep { HandshakeStep(reply: message, session: nil) }
}
