package import HomeModel

/// Binds one value of a device's state to one capability of one part.
package struct ZigbeeBinding: Hashable, Sendable {
    let expose: ZigbeeExpose
    package let value: ValueBinding
    /// The path of the reported value, if it differs from the path of commands: `lock_state` for a lock's `state`.
    package let reportPath: [String]
    /// The device's words, if they differ from those in the coding of `value`.
    let words: [ZigbeeWordMapping]
    /// The steps and bounds for commands in the device's unit; nil if the value is not a number.
    let range: ZigbeeRange?

    /// Decodes the value in a report; nil if the report does not contain it.
    func interpret(_ state: JSONValue) -> DeviceUpdate? {
        guard let said = state[path: reportPath], !isAssumed(in: state) else { return nil }
        // An empty action separates two actions.
        if value.capability.kind == .button, said == "" { return nil }
        // A lamp that is off keeps its brightness for later. Its state reports that it is off.
        if value.capability.kind == .brightness, expose.family == "light", said.numericValue == 0 { return nil }
        if case .color = value.coding, said["x"] == nil, said["hue"] == nil { return nil }
        return reading(of: said).interpret(plain(said))
    }

    /// Whether the bridge computed the value instead of the lamp: the colour of a lamp in white mode, and the colour
    /// temperature of a lamp in colour mode.
    private func isAssumed(in state: JSONValue) -> Bool {
        guard let mode = state[modeKey]?.text else { return false }
        switch value.capability.kind {
        case .color: return mode == "color_temp"
        case .colorTemperature: return mode == "xy" || mode == "hs"
        default: return false
        }
    }

    private var modeKey: String { expose.endpoint.map { "color_mode_" + $0 } ?? "color_mode" }

    /// A report may contain the colour in the other shape than the commands, depending on the mode of the lamp.
    private func reading(of said: JSONValue) -> ValueBinding {
        guard case .color(let shape) = value.coding else { return value }
        if shape.keys.allSatisfy({ said[$0] != nil }) { return value }
        return ValueBinding(
            value.part, capability: value.capability,
            coding: .color(shape == .hueSaturation ? .xy(.linear) : .hueSaturation))
    }

    private func plain(_ said: JSONValue) -> JSONValue {
        words.first { said.isSame(as: $0.native) }?.plain ?? said
    }

    /// Encodes a value in the form in which commands contain it; nil if the device has no word for it.
    func encode(_ wanted: CapabilityValue) -> JSONValue? {
        guard let plain = value.coding.encode(wanted) else { return nil }
        if let word = words.first(where: { $0.plain == plain }) { return word.native }
        if words.contains(where: { $0.isOnly }) { return nil }
        guard let range, let number = plain.double else { return plain }
        return JSONValue(shortest: range.rounded(number))
    }

    /// Decodes the value of a command as the device understands it.
    func decode(_ native: JSONValue) -> CapabilityValue? { try? value.coding.decode(plain(native)) }
}

// MARK: The device's side, for simulated devices

extension ZigbeeBinding {
    /// Encodes a value as the device reports it, which is the form of a command; nil if the device has no word for it.
    package func encodeReport(_ value: CapabilityValue) -> JSONValue? { encode(value) }

    /// Decodes the value of a command; nil if the device must refuse it.
    package func decodeCommand(_ native: JSONValue) -> CapabilityValue? { decode(native) }

    /// The keys that lead to the value in a command.
    package var commandPath: [String] { expose.path }

    /// The key of the value without the endpoint: `state` for `state_l1`.
    package var key: String { expose.key }
}

/// A word of the device and the corresponding value in the coding.
struct ZigbeeWordMapping: Hashable, Sendable {
    let native: JSONValue
    let plain: JSONValue
    /// Whether commands can use only such words, as for a cover that can only open and close completely.
    var isOnly = false
}
