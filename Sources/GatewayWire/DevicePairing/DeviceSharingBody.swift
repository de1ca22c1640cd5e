package import HomeModel

/// `POST /device-pairings/{id}/sharing`: how long the device accepts a new code.
package struct NewDeviceSharingBody: Codable, Sendable {
    /// What Matter allows.
    package static let allowedSeconds = 180...900
    package static let usualSeconds = 600

    /// `usualSeconds` if absent.
    package let seconds: Int?

    package init(seconds: Int? = nil) { self.seconds = seconds }
}

/// The response of `POST /device-pairings/{id}/sharing`: a code with which another controller can pair with the device.
/// It is shown once.
package struct DeviceSharingBody: Codable, Sendable, CustomStringConvertible {
    /// The digits of the code, as people type them.
    package let code: String
    /// The text of the QR code.
    package let payload: String
    /// The QR code of that text, row by row: 1 is dark, 0 is light; without a margin.
    package let qr: [String]
    package let expiresAt: Timestamp

    package init(code: String, payload: String, qr: [String], expiresAt: Timestamp) {
        self.code = code
        self.payload = payload
        self.qr = qr
        self.expiresAt = expiresAt
    }

    package var description: String { "DeviceSharingBody(hidden)" }
}
