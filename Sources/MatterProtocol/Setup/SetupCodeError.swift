/// The reason why a text is not a setup code of Matter. It does not contain the text.
package enum SetupCodeError: Error, Hashable, Sendable {
    /// The text contains something other than digits, spaces and dashes, and is no payload of a QR code.
    case unexpectedCharacter
    /// The code has neither 11 nor 21 digits, or not the number that its first digit announces.
    case wrongDigitCount(Int)
    case wrongCheckDigit
    /// The digits have the right check digit but contain numbers that are too large.
    case invalidDigits
    /// No node may have this passcode, so that sending it would only use up an attempt.
    case forbiddenPasscode
    /// The text begins like the payload of a Matter QR code and does not continue like one.
    case malformedPayload
    /// The payload has a version that this code does not know.
    case unknownVersion(UInt8)
    /// The QR code contains the payloads of this number of nodes.
    case severalNodes(Int)
    /// The text is a setup code or a QR code of HomeKit.
    case homeKit

    /// What is wrong, and what a person can do about it.
    package var explanation: String {
        switch self {
        case .unexpectedCharacter:
            "A Matter code has 11 or 21 digits, or begins with MT:. Enter only the digits; spaces and dashes may stay."
        case .wrongDigitCount(let count):
            "A Matter code has 11 or 21 digits; this one has \(count). Compare it with the label of the device."
        case .wrongCheckDigit:
            "One digit is wrong, or two are swapped. Compare the code with the label of the device, digit by digit."
        case .invalidDigits:
            "No Matter device has this code. Compare it with the label of the device, digit by digit."
        case .forbiddenPasscode:
            "No Matter device may have the passcode in this code. The label of the device, its manual or the app that "
                + "shares it shows the right one."
        case .malformedPayload:
            "This is not the complete text of a Matter QR code. Scan it again, or enter the 11 or 21 digits."
        case .unknownVersion:
            "The QR code has a version that the gateway does not know. Enter the 11 or 21 digits."
        case .severalNodes(let count):
            "This QR code belongs to \(count) devices. Enter the 11 or 21 digits of each device."
        case .homeKit:
            "This is a HomeKit code. If the device supports Matter too, its other code has 11 or 21 digits; otherwise "
                + "pair it as a HomeKit accessory."
        }
    }
}
