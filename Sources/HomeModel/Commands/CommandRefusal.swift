/// Why a command was not sent.
package enum CommandRefusal: Error, Hashable, Sendable {
    /// The device does not exist, or the sender must not learn that it does.
    case notFound
    case denied(AccessDecision.Denial)
    case invalid(CommandRuleViolation)
    case unreachable(Availability)
    /// The idempotency key was used before for another command.
    case keyReused
    /// A newer command for the same capability replaced it before it was sent.
    case superseded
    /// Too many commands wait for this device.
    case busy
    /// The sender exceeded the rate limit for commands.
    case tooFast
    /// Its deadline passed before its turn.
    case notSent
    /// Its audit entry could not be written, and a command without an audit entry is not sent.
    case notAudited
}

extension CommandRefusal {
    /// A stable code for the audit log.
    package var code: String {
        switch self {
        case .notFound: "notFound"
        case .denied(let denial): denial.code
        case .invalid(let rule): rule.code
        case .unreachable: "unreachable"
        case .keyReused: "keyReused"
        case .superseded: "superseded"
        case .busy: "busy"
        case .tooFast: "tooFast"
        case .notSent: "notSent"
        case .notAudited: "notAudited"
        }
    }
}

/// The validation rule that a command broke, and the values that would be accepted.
package enum CommandRuleViolation: Error, Hashable, Sendable {
    case noSuchPart(PartID, parts: [PartID])
    case noSuchCapability(CapabilityName, offered: [CapabilityName])
    case notCommandable(CapabilityName, offered: [CapabilityName])
    /// The device or part only reports values.
    case takesNoCommands
    case wrongType(EscapedText, expected: ValueType)
    case notFinite
    case outOfRange(Double, ClosedRange<Double>, Unit?)
    case offStep(Double, step: Double, nearest: Double)
    case notAnOption(EscapedText, options: [String])
    case tooLong(maximumBytes: Int)

    /// A stable code for programs.
    package var code: String {
        switch self {
        case .noSuchPart: "noSuchPart"
        case .noSuchCapability: "noSuchCapability"
        case .notCommandable, .takesNoCommands: "notCommandable"
        case .wrongType: "wrongType"
        case .notFinite: "notFinite"
        case .outOfRange: "outOfRange"
        case .offStep: "offStep"
        case .notAnOption: "notAnOption"
        case .tooLong: "tooLong"
        }
    }
}

extension CommandRuleViolation: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noSuchPart(let part, let parts):
            "There is no part “\(part)”; this device has \(Self.list(parts))."
        case .noSuchCapability(let name, let offered):
            "There is no capability “\(name)” here; commands are accepted for \(Self.list(offered))."
        case .notCommandable(let name, let offered):
            "“\(name)” is only reported; commands are accepted for \(Self.list(offered))."
        case .takesNoCommands: "This device or part accepts no commands; it only reports values."
        case .wrongType(let value, let expected): "“\(value)” is not \(Self.example(of: expected))."
        case .notFinite: "The value must be a finite number."
        case .outOfRange(let value, let range, let unit):
            "\(Self.text(value)) is outside \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
                + "\(unit.map { " " + $0.rawValue } ?? "")."
        case .offStep(let value, let step, let nearest):
            "\(Self.text(value)) is between two steps of \(Self.text(step)); the nearest is \(Self.text(nearest))."
        case .notAnOption(let value, let options):
            "“\(value)” is not one of \(options.joined(separator: ", "))."
        case .tooLong(let maximumBytes): "The text is longer than \(maximumBytes) bytes."
        }
    }

    private static func text(_ number: Double) -> String { CapabilityValue.number(number).description }

    private static func list(_ names: [some CustomStringConvertible]) -> String {
        names.isEmpty ? "nothing" : names.map(\.description).joined(separator: ", ")
    }

    private static func example(of type: ValueType) -> String {
        switch type {
        case .boolean: "true or false (on or off)"
        case .number: "a number"
        case .choice: "one of the options, as text"
        case .text: "text"
        case .color: "a colour, as hue 0–360 and saturation 0–100"
        }
    }
}

extension CommandRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notFound: "There is no device with this id; see tomte devices list."
        case .denied(let denial): denial.description
        case .invalid(let rule): rule.description
        case .unreachable(.unknown): "It is not known now whether the device is connected, so the command was not sent."
        case .unreachable(let availability): "The device is \(availability.rawValue), so the command was not sent."
        case .keyReused: "This idempotency key was used for another command; use a new one."
        case .superseded: "A newer command replaced this one before it was sent."
        case .busy: "Too many commands are already waiting for this device; try again in a moment."
        case .tooFast: "This client sends commands too fast; try again in a second."
        case .notSent:
            "The command was not sent: its deadline passed while other commands to the device were sent first."
        case .notAudited: "The audit log cannot be written, so the command was not sent; see tomte doctor."
        }
    }
}
