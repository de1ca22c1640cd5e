/// Why a command was not sent.
package enum CommandRefusal: Error, Hashable, Sendable {
    /// No such device, or none that this person may know of.
    case notFound
    case denied(AccessDecision.Denial)
    case invalid(CommandRuleBroken)
    case unreachable(Availability)
    /// The same key with another body.
    case keyReused
    /// A newer command for the same capability took its place before it was sent.
    case superseded
    /// Too many commands wait for this device.
    case busy
    /// This asker sent more commands than one asker may.
    case tooFast
    /// Its deadline passed while it waited for its turn.
    case notSent
    /// Its audit entry could not be written: no entry, no effect.
    case notAudited
}

extension CommandRefusal {
    /// Stable, for the audit log.
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

/// The rule that a command's value broke, and what would be accepted.
package enum CommandRuleBroken: Error, Hashable, Sendable {
    case noSuchPart(PartID, parts: [PartID])
    case noSuchCapability(CapabilityName, offered: [CapabilityName])
    case notCommandable(CapabilityName, offered: [CapabilityName])
    /// All that the device or part has is only reported.
    case takesNoCommands
    case wrongType(InertText, expected: ValueType)
    case notFinite
    case outOfRange(Double, ClosedRange<Double>, Unit?)
    case offStep(Double, step: Double, nearest: Double)
    case notAnOption(InertText, options: [String])
    case tooLong(maximumBytes: Int)

    /// Stable, for programs.
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

extension CommandRuleBroken: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noSuchPart(let part, let parts):
            "There is no part “\(part)”; this device has \(Self.list(parts))."
        case .noSuchCapability(let name, let offered):
            "There is no “\(name)” here; what can be told is \(Self.list(offered))."
        case .notCommandable(let name, let offered):
            "“\(name)” is only reported; what can be told is \(Self.list(offered))."
        case .takesNoCommands: "Nothing here takes commands; it is only reported."
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
        case .notFound: "There is no such device."
        case .denied(let denial): denial.description
        case .invalid(let rule): rule.description
        case .unreachable(let availability): "The device is \(availability.rawValue); nothing was sent."
        case .keyReused: "This idempotency key was used for another command; use a new one."
        case .superseded: "A newer command took its place before it was sent."
        case .busy: "Too many commands wait for this device already; try again in a moment."
        case .tooFast: "This client sends commands too fast; try again in a second."
        case .notSent: "It was not sent: its deadline passed while other commands to the device went first."
        case .notAudited: "The audit log cannot be written, so nothing was sent; see tomte doctor."
        }
    }
}
