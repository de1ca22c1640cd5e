package import HomeModel

/// The reason why a message cannot be decoded, from a device or (in the simulator) to one, or why a template cannot be
/// used.
package enum DialectError: Error, Hashable, Sendable {
    case foreignTopic(EscapedText)
    case tooLarge(bytes: Int, limit: Int)
    case tooDeep(limit: Int)
    case tooMany(String, limit: Int)
    case notJSON
    case badField(String, expected: String)
    /// `supported` names the versions that the gateway knows.
    case unsupportedVersion(EscapedText, supported: String)
    case unknownState(EscapedText, known: EscapedText)
    case notDescribed(EscapedText)
    case notSettable(EscapedText)
    case notUTF8
    case badPayload(EscapedText, expected: String)
    case notAnOption(EscapedText, options: EscapedText)
    case outOfRange(Double, ClosedRange<Double>)
    case templateNotSupported(EscapedText)
    case templateFailed(EscapedText)

    /// A stable code for counters.
    package var code: String {
        switch self {
        case .foreignTopic: "foreignTopic"
        case .tooLarge: "tooLarge"
        case .tooDeep: "tooDeep"
        case .tooMany: "tooMany"
        case .notJSON: "notJSON"
        case .badField: "badField"
        case .unsupportedVersion: "unsupportedVersion"
        case .unknownState: "unknownState"
        case .notDescribed: "notDescribed"
        case .notSettable: "notSettable"
        case .notUTF8: "notUTF8"
        case .badPayload: "badPayload"
        case .notAnOption: "notAnOption"
        case .outOfRange: "outOfRange"
        case .templateNotSupported: "templateNotSupported"
        case .templateFailed: "templateFailed"
        }
    }
}

extension DialectError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .foreignTopic(let topic): "“\(topic)” is not a valid topic for this device."
        case .tooLarge(let bytes, let limit): "The payload has \(bytes) bytes; at most \(limit) are read."
        case .tooDeep(let limit): "The JSON is nested too deeply; at most \(limit) levels are read."
        case .tooMany(let things, let limit): "There are too many \(things); at most \(limit) are read."
        case .notJSON: "The payload is not JSON."
        case .badField(let field, let expected): "“\(field)” must be \(expected)."
        case .unsupportedVersion(let version, let supported):
            "Version “\(version)” is not supported. Supported are \(supported)."
        case .unknownState(let state, let known): "“\(state)” is not a known state. Known are \(known)."
        case .notDescribed(let topic): "The device never described “\(topic)”."
        case .notSettable(let topic): "“\(topic)” cannot be set."
        case .notUTF8: "The payload is not UTF-8 text."
        case .badPayload(let payload, let expected): "“\(payload)” must be \(expected)."
        case .notAnOption(let payload, let options): "“\(payload)” is not one of \(options)."
        case .outOfRange(let value, let range):
            "\(value) is outside \(range.lowerBound) to \(range.upperBound)."
        case .templateNotSupported(let outside): "The template uses something that is not supported: \(outside)."
        case .templateFailed(let why): "The template cannot be rendered: \(why)."
        }
    }
}
