import GatewayCore
import GatewayWire
import HomeModel
import QRCodes

extension NewDeviceSharingBody: DocumentedBody {
    static let schema = Schema.component(
        "NewDeviceSharing",
        .object(
            [:],
            optional: [
                "seconds": .integer(allowedSeconds).about(
                    "How long the device accepts the code; \(usualSeconds) if absent.")
            ]
        ).about(
            "A controller that pairs with the code commands the device from then on, past the permissions and the audit log "
                + "of the gateway."))

    static let example = NewDeviceSharingBody(seconds: 600)

    /// Throws `.invalid` for a time that no device accepts.
    var duration: Duration {
        get throws(ActionRefusal) {
            let seconds = seconds ?? Self.usualSeconds
            guard Self.allowedSeconds.contains(seconds) else {
                throw .invalid(
                    field: "seconds", code: "outOfRange",
                    detail: "A device accepts a code for \(Self.allowedSeconds.lowerBound) to "
                        + "\(Self.allowedSeconds.upperBound) seconds.")
            }
            return .seconds(seconds)
        }
    }
}

extension DeviceSharingBody: DocumentedBody {
    static let schema = Schema.component(
        "DeviceSharing",
        .object([
            "code": .text.about("The digits of the code, as people type them."),
            "payload": .text.about("The text of the QR code, such as `MT:…`."),
            "qr": .array(of: .text(pattern: "^[01]+$")).about(
                "The QR code of `payload`, row by row: 1 is dark, 0 is light; without a margin."),
            "expiresAt": .time,
        ]).about("A code for one controller. It is shown only here; the gateway neither stores nor logs it."))

    static let example = DeviceSharingBody(
        code: "34970112332", payload: "MT:Y.K9042C00KA0648G00", qr: ["101", "010", "110"], expiresAt: .example)

    init(_ code: SharingCode) {
        let payload = code.payload.exposedText
        self.init(
            code: code.digits.exposedText, payload: payload, qr: QRCode(payload)?.rows ?? [], expiresAt: code.expiresAt)
    }
}
