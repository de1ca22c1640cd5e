import Foundation

/// A command that its device can carry out. Only the validator makes one.
package struct ValidCommand: Sendable {
    package let authorized: AuthorizedCommand
    /// The value to send: rounded to the step where the dialect's convention says so.
    package let value: CapabilityValue
    /// The last values that the part reported, for devices that need several values in one message.
    package let known: [CapabilityName: CapabilityValue]

    fileprivate init(
        authorized: AuthorizedCommand, value: CapabilityValue, known: [CapabilityName: CapabilityValue]
    ) {
        self.authorized = authorized
        self.value = value
        self.known = known
    }

    package var request: CommandRequest { authorized.request }
    package var identity: Identity { authorized.identity }
    package var device: Device { authorized.device }
}

/// Checks a command against the description of its part.
package enum CommandValidator {
    package static let maximumTextBytes = 1024

    /// Returns the command with the value to send. Throws `.invalid` with the rule that it breaks, and `.unreachable`
    /// when the device cannot be reached.
    package static func validate(
        _ command: AuthorizedCommand, availability: Availability, known: [CapabilityName: CapabilityValue] = [:]
    ) throws(CommandRefusal) -> ValidCommand {
        let request = command.request
        let value: CapabilityValue
        do throws(CommandRuleViolation) {
            let found = try commanded(request.capability, of: request.part, in: command.device.description)
            value = try check(request.value, against: found)
        } catch {
            throw .invalid(error)
        }
        guard availability.isReachable else { throw .unreachable(availability) }
        return ValidCommand(authorized: command, value: value, known: known)
    }

    /// The first capability that a command to `part` can name. Nil stands for any part, and for any capability of it.
    /// Throws the rule that such a command breaks when the device accepts none.
    @discardableResult
    package static func commanded(
        _ capability: CapabilityName?, of part: PartID?, in description: DeviceDescription
    ) throws(CommandRuleViolation) -> Capability {
        let named = try capabilities(capability, of: part, in: description)
        if let commanded = named.first(where: \.isCommanded) { return commanded }
        guard let capability else { throw .takesNoCommands }
        throw .notCommandable(capability, offered: commandable(part, in: description))
    }

    /// The capabilities of `part` with that name; nil stands for any. Throws when the part or the capability does not
    /// exist.
    @discardableResult
    package static func capabilities(
        _ capability: CapabilityName?, of part: PartID?, in description: DeviceDescription
    ) throws(CommandRuleViolation) -> [Capability] {
        let parts = description.parts.filter { part == nil || $0.id == part }
        if let part, parts.isEmpty { throw .noSuchPart(part, parts: description.parts.map(\.id)) }
        let named = parts.flatMap(\.capabilities).filter { capability == nil || $0.name == capability }
        if let capability, named.isEmpty {
            throw .noSuchCapability(capability, offered: commandable(part, in: description))
        }
        return named
    }

    private static func commandable(_ part: PartID?, in description: DeviceDescription) -> [CapabilityName] {
        var known: Set<CapabilityName> = []
        return description.parts.filter { part == nil || $0.id == part }.flatMap(\.capabilities)
            .filter { $0.isCommanded && known.insert($0.name).inserted }.map(\.name)
    }

    private static func check(
        _ value: CapabilityValue, against capability: Capability
    ) throws(CommandRuleViolation) -> CapabilityValue {
        guard value.has(capability.valueType) else {
            throw .wrongType(EscapedText(value.description, limit: 64), expected: capability.valueType)
        }
        switch value {
        case .boolean: return value
        case .number(let number): return .number(try check(number, against: capability))
        case .text(let text):
            guard capability.valueType == .text || capability.commandedOptions.contains(text) else {
                throw .notAnOption(EscapedText(text, limit: 64), options: capability.commandedOptions)
            }
            guard text.utf8.count <= maximumTextBytes else { throw .tooLong(maximumBytes: maximumTextBytes) }
            return value
        case .color(let hue, let saturation):
            guard (0...360).contains(hue) else { throw .outOfRange(hue, 0...360, nil) }
            guard (0...100).contains(saturation) else { throw .outOfRange(saturation, 0...100, .percent) }
            return value
        }
    }

    private static func check(
        _ number: Double, against capability: Capability
    ) throws(CommandRuleViolation) -> Double {
        guard number.isFinite else { throw .notFinite }
        let range = capability.range
        guard let step = capability.step, step > 0, step.isFinite else {
            guard range.contains(number) else { throw .outOfRange(number, range, capability.unit) }
            return number
        }
        let nearest = rounded(number, to: step, from: capability.minimum ?? capability.maximum ?? 0)
        guard range.contains(capability.roundsToStep ? nearest : number) else {
            throw .outOfRange(number, range, capability.unit)
        }
        guard capability.roundsToStep || abs(number - nearest) <= step * 1e-6 else {
            throw .offStep(number, step: step, nearest: nearest)
        }
        return nearest
    }

    /// Steps count from the minimum where there is one, else from the maximum (Homie 5 §"Formats").
    private static func rounded(_ number: Double, to step: Double, from base: Double) -> Double {
        let nearest = base + ((number - base) / step).rounded() * step
        // 0.1 × 3 is 0.30000000000000004; devices compare texts.
        let scale = pow(10, max(0, 5 - floor(log10(step))))
        return abs(nearest * scale) < 0x1p53 ? (nearest * scale).rounded() / scale : nearest
    }
}

/// A command as it was requested, before any check.
package struct CommandRequest: Hashable, Sendable {
    package static let defaultDeadline = Duration.seconds(10)

    package let id: CommandID
    package let device: DeviceID
    package let part: PartID
    package let capability: CapabilityName
    package let value: CapabilityValue
    /// The same key from the same person with the same body is the same command for 24 h.
    package let idempotencyKey: String?
    package let receivedAt: Timestamp
    /// How long after `receivedAt` the command may still be sent.
    package let deadline: Duration
    /// The group command to which the command belongs; nil for a command of its own.
    package let parent: CommandID?

    package init(
        id: CommandID, device: DeviceID, part: PartID = .main, capability: CapabilityName, value: CapabilityValue,
        idempotencyKey: String? = nil, receivedAt: Timestamp, deadline: Duration = Self.defaultDeadline,
        parent: CommandID? = nil
    ) {
        self.id = id
        self.device = device
        self.part = part
        self.capability = capability
        self.value = value
        self.idempotencyKey = idempotencyKey
        self.receivedAt = receivedAt
        self.deadline = deadline
        self.parent = parent
    }

    /// The series that the command is for; the latest command for one series wins.
    package var series: SeriesID { SeriesID(device: device, part: part, capability: capability) }
}
