import Crypto
import MatterProtocol

/// Operational Credentials: attestation, and requests for a certificate.
extension NodeServer {
    private static let nonceBytes = 32...32

    func carryOutOperationalCredentials(_ command: ReceivedCommand) async throws(StatusError) -> CommandReply {
        switch command.command {
        case 0x00: return try attest(command)
        case 0x02: return try certificate(command)
        case 0x04: return try requestCertificate(command)
        case 0x06: return try addNOC(command)
        case 0x07: return try updateNOC(command)
        case 0x09: return try updateLabel(command)
        case 0x0A: return try removeFabric(command)
        default: return try addRoot(command)
        }
    }

    private func attest(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        let nonce = try command.bytes(0, count: Self.nonceBytes)
        let challenge = try challenge(of: command.session)
        guard let answer = try? credentials.answer(nonce: nonce, challenge: challenge) else {
            throw StatusError(.failure)
        }
        return .data(command: 1, fields: answer.fields)
    }

    private func challenge(of session: UInt16) throws(StatusError) -> [UInt8] {
        guard let challenge = sessions[session]?.attestationChallenge else { throw StatusError(.failure) }
        return challenge
    }

    private func certificate(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        let bytes: [UInt8]
        switch try command.number(0, as: UInt8.self) {
        case 1: bytes = credentials.deviceCertificate
        case 2: bytes = credentials.intermediateCertificate
        default: throw StatusError(.invalidCommand)
        }
        return .data(command: 3, fields: .structure([0: .bytes(bytes)]))
    }

    private func requestCertificate(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        let nonce = try command.bytes(0, count: Self.nonceBytes)
        let isForUpdate = command.fields[1]?.boolean ?? false
        guard failSafe != nil else { throw StatusError(.failSafeRequired) }
        guard !isForUpdate || sessions[command.session]?.isPasscode == false else {
            throw StatusError(.invalidCommand)
        }
        guard failSafe?.hasNOC == false else { throw StatusError(.constraintError) }
        let key = P256.Signing.PrivateKey()
        let challenge = try challenge(of: command.session)
        guard let request = try? NOCRequest.encode(for: key),
            let answer = try? credentials.answer(request: request, nonce: nonce, challenge: challenge)
        else { throw StatusError(.failure) }
        failSafe?.key = key
        failSafe?.isKeyForUpdate = isForUpdate
        return .data(command: 5, fields: answer.fields)
    }

    private func addRoot(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        let bytes = try command.bytes(0, count: 1...MatterCertificate.maximumBytes)
        guard failSafe != nil else { throw StatusError(.failSafeRequired) }
        guard failSafe?.root == nil, failSafe?.hasNOC == false else { throw StatusError(.constraintError) }
        guard let root = try? MatterCertificate(decoding: bytes), (try? CertificateChain.validateRoot(root)) != nil
        else { throw StatusError(.invalidCommand) }
        failSafe?.root = root
        touch(ClusterID.operationalCredentials, attributes: [4])
        return .success
    }
}

extension AttestationCredentials.Answer {
    /// The fields of `AttestationResponse` and `CSRResponse`.
    fileprivate var fields: TLVValue { .structure([0: .bytes(elements), 1: .bytes(signature)]) }
}
