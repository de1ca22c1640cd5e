package import GatewayCore
package import GatewayWire
package import HomeModel
import QRCodes

extension PairingPayload {
    /// Makes the payload with which a client pairs at the endpoint `door` with `code`.
    package init(_ purpose: Purpose, at endpoint: EndpointDescription, code: PairingCode, expiresAt: Timestamp?) {
        self.init(
            purpose: purpose, host: endpoint.host, port: endpoint.port, code: code.exposed, expiresAt: expiresAt,
            certificateFingerprint: endpoint.certificateFingerprint, publicKeyFingerprint: endpoint.publicKeyFingerprint
        )
    }
}

extension PairingOfferBody {
    init(_ payload: PairingPayload) { self.init(payload, qr: QRCode(payload.link)?.rows ?? []) }
}
