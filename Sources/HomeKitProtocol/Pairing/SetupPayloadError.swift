/// The reason why a text is not the payload of an accessory's QR code. It does not contain the text.
package enum SetupPayloadError: Error, Hashable, Sendable {
    case malformed
    /// The payload has a version that this code does not know.
    case unknownVersion
    case code(SetupCodeError)
}
