package import GatewayCore
package import GatewayWire
package import HomeModel
import QRCodes

extension PairingPayload {
    /// What a client needs to come in by this door with this code.
    package init(_ purpose: Purpose, at door: DoorSign, _ code: PairingCode, expiresAt: Timestamp?) {
        self.init(
            purpose: purpose, host: door.host, port: door.port, code: code.exposed, expiresAt: expiresAt,
            certificateFingerprint: door.certificateFingerprint, publicKeyFingerprint: door.publicKeyFingerprint)
    }
}

extension PairingOfferBody {
    init(_ payload: PairingPayload) { self.init(payload, qr: QRCode(payload.link)?.rows ?? []) }
}
