import Crypto

@testable import MatterProtocol

/// Two sides of a secure session, with the exchanges of each side.
struct SessionPair {
    var controller: SecureSession
    var node: SecureSession

    init(start: ContinuousClock.Instant, parameters: ReliableMessageParameters = ReliableMessageParameters()) throws {
        let keys = (SymmetricKey(size: .bits128), SymmetricKey(size: .bits128))
        controller = try SecureSession(
            localSessionID: 1, peerSessionID: 2, localNodeID: 0x11, peerNodeID: 0x22, encryptionKey: keys.0,
            decryptionKey: keys.1, peerParameters: parameters, establishedAt: start)
        node = try SecureSession(
            localSessionID: 2, peerSessionID: 1, localNodeID: 0x22, peerNodeID: 0x11, encryptionKey: keys.1,
            decryptionKey: keys.0, peerParameters: parameters, establishedAt: start)
    }
}
