/// The reason why a text is not the payload of an accessory's QR code. It does not contain the text.
package enum SetupPayloadError: Error, Hashable, Sendable {
    case malformed
    /// The payload has a version that this code does not know.
    case unknownVersion
    case code(SetupCodeError)

    /// What is wrong, and what a person can do about it.
    package var explanation: String {
        switch self {
        case .malformed: "This is not the text of a HomeKit QR code: that begins with X-HM://. Enter the eight digits."
        case .unknownVersion: "The QR code has a version that the gateway does not know. Enter the eight digits."
        case .code(let error): error.explanation
        }
    }
}
