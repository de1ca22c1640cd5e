package import HomeModel

/// The two groups of Homie conventions. Homie 5 describes a device in one document, Homie 3 and 4 in one topic per
/// attribute. The attributes have the same meaning in both.
package enum HomieConvention: Sendable {
    /// 3.x and 4.x, which do not differ in anything that the gateway uses.
    case four
    case five

    package var kind: LinkKind {
        switch self {
        case .four: .homie4
        case .five: .homie5
        }
    }

    func base(_ domain: String, device: String) -> String {
        switch self {
        case .four: "\(domain)/\(device)"
        case .five: "\(domain)/5/\(device)"
        }
    }

    /// Throws if `version`, a value of `$homie`, belongs to another convention.
    func check(_ version: String) throws(DialectError) {
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map { UInt16($0) }
        let isSpoken =
            switch self {
            case .four: (1...3).contains(numbers.count) && (numbers[0] == 3 || numbers[0] == 4)
            case .five: numbers.count == 2 && numbers[0] == 5
            }
        guard isSpoken, !numbers.contains(nil) else {
            throw .unsupportedVersion(EscapedText(version, limit: 16), supported: "Homie 3, 4 and 5")
        }
    }
}

extension HomieConvention {
    /// The states that `$state` may have, for messages.
    fileprivate var knownStates: EscapedText {
        EscapedText("init, ready, \(self == .four ? "alert, " : "")sleeping, disconnected and lost")
    }
}

extension HomieDescription {
    /// The convention of the checked version.
    var convention: HomieConvention { homie.hasPrefix("5.") ? .five : .four }
}

extension Availability {
    /// Decodes `$state`. Source: Homie 5 §“Device Lifecycle”.
    package init(homieState payload: [UInt8], _ convention: HomieConvention = .five) throws(DialectError) {
        switch String(decoding: payload.prefix(64), as: UTF8.self) {
        case "init": self = .starting
        case "ready": self = .ready
        // The device is connected and reports a problem.
        case "alert" where convention == .four: self = .ready
        case "sleeping": self = .sleeping
        case "disconnected": self = .disconnected
        case "lost": self = .lost
        default: throw .unknownState(HomieCoding.excerpt(payload), known: convention.knownStates)
        }
    }
}
