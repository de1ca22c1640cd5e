package import DeviceProtocols
package import HomeModel

/// A realistic device as data: its announcements, its expected description, its reports, and its commands.
///
/// `$id` stands for the number of the command to which the device replies.
package struct DeviceFixture: Sendable, CustomStringConvertible {
    package struct Message: Sendable {
        package let topic: String
        /// A text is sent unchanged, every other value as JSON.
        package let payload: JSONValue
    }

    package struct Saying: Sendable {
        package let message: Message
        /// The expected updates, as `DeviceUpdate.line` writes them.
        package let means: [String]
    }

    package struct Command: Sendable {
        package let part: PartID
        package let capability: CapabilityName
        /// The commanded value, as a person writes it.
        package let value: String
        package let sends: [Message]
        /// The messages of the device after it received `sends`.
        package let answers: [Message]
        /// The query that the gateway sends before a report counts or the deadline passes; nil if the device cannot be
        /// queried.
        package let asks: Message?
        /// The messages of the device after it received `asks`.
        package let replies: [Message]
        package let outcome: CommandOutcome
    }

    /// `zigbee2mqtt/ikea-bulb.json`
    package let file: String
    package let root: String
    package let announces: [Message]
    /// `dialect`, `name`, `manufacturer`, `model`, `hardware`, `parts`, `others`, `findings`.
    package let expects: JSONValue
    package let says: [Saying]
    package let commands: [Command]

    package var description: String { file }
}

extension DeviceFixture.Message {
    package func bytes(id: UInt32) -> [UInt8] {
        if let text = payload.text { return Array(text.replacing("$id", with: "\(id)").utf8) }
        return Array(payload.description.replacing("\"$id\"", with: "\(id)").utf8)
    }

    /// Returns whether the topics and payloads are equal. JSON payloads are compared as values: the order of members does
    /// not count.
    package func isSame(as topic: String, _ payload: [UInt8], id: UInt32) -> Bool {
        let own = bytes(id: id)
        guard self.topic == topic else { return false }
        if own == payload { return true }
        guard self.payload.text == nil, let left = try? JSONValue(parsing: own),
            let right = try? JSONValue(parsing: payload)
        else { return false }
        return left.sorted == right.sorted
    }
}

extension DeviceFixture.Command: CustomStringConvertible {
    package var description: String { "\(part) \(capability) \(value)" }

    /// The commanded value in the type of the capability; nil if it cannot be converted.
    package func value(of type: ValueType) -> CapabilityValue? {
        switch type {
        case .boolean: return .boolean(value == "on")
        case .number: return Double(value).map { .number($0) }
        case .choice, .text: return .text(value)
        case .color:
            let numbers = value.split(separator: "/").compactMap { Double($0) }
            return numbers.count == 2 ? .color(hue: numbers[0], saturation: numbers[1]) : nil
        }
    }
}

extension JSONValue {
    /// A copy for comparisons: the members of objects are sorted by key, and whole numbers are integers.
    package var sorted: JSONValue {
        switch self {
        case .list(let values): .list(values.map(\.sorted))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value.sorted) }))
        case .number(let value): Int64(exactly: value).map { .integer($0) } ?? self
        default: self
        }
    }
}

extension Capability {
    /// `switch rw`, `power r`, `brightness rw 0…100 step 1`, `thermostatMode rw off|heat`, `energy r production`,
    /// `number.countdown rw in s`.
    package var line: String {
        var words = ["\(name)", (isReported ? "r" : "") + (isCommanded ? "w" : "")]
        if minimum != nil || maximum != nil {
            words.append(
                [minimum, maximum].map { $0.map { CapabilityValue.number($0).description } ?? "" }.joined(
                    separator: "…"))
        }
        if let step { words.append("step \(CapabilityValue.number(step))") }
        if options != kind.facts.options { words.append(options.joined(separator: "|")) }
        if let flow { words.append(flow.rawValue) }
        if let announcedUnit { words.append("in \(announcedUnit)") }
        return words.joined(separator: " ")
    }
}

extension DeviceUpdate {
    /// `main switch on`, `main power 12.5 W`, `available ready`, `accepted main switch on`, `answered 7`, `failed …`,
    /// `unreadable main power badPayload`.
    package var line: String {
        switch self {
        case .availability(let availability): "available \(availability.rawValue)"
        case .reading(let part, let name, let value, let unit):
            "\(part) \(name) \(CapabilityValue.number(value))\(unit.map { " \($0)" } ?? "")"
        case .state(let part, let name, let value), .event(let part, let name, let value): "\(part) \(name) \(value)"
        case .beyondRange(let part, let name, shown: let shown): "\(part) \(name) \(shown) (beyond its range)"
        case .accepted(let part, let name, let value): "accepted \(part) \(name) \(value)"
        case .replied(let number, let failure): "answered \(number)\(failure.map { " \($0)" } ?? "")"
        case .failed(let reason): "failed \(reason)"
        case .unreadable(let part, let name, let error):
            (["unreadable"] + [part?.rawValue, name?.description].compactMap(\.self) + [error.code])
                .joined(separator: " ")
        }
    }
}
