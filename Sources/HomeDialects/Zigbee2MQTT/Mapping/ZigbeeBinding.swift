import HomeModel

/// One value of a device's state, tied to one capability of one part.
struct ZigbeeBinding: Hashable, Sendable {
    let expose: ZigbeeExpose
    let value: ValueBinding
    /// Where its reports stand when not where its orders do: a lock's `lock_state` for its `state`.
    let reportPath: [String]
    /// The device's words where they are not those of `value`'s coding.
    let words: [ZigbeeWord]
    /// What an order is rounded to, in the device's unit; nil where it is no number.
    let range: ZigbeeRange?

    /// The value that a report carries; nil when it says nothing of it.
    func interpret(_ state: JSONValue) -> DeviceStatement? {
        guard let said = state[path: reportPath], !isAssumed(in: state) else { return nil }
        // Between two actions there is an empty one.
        if value.capability.kind == .button, said == "" { return nil }
        // A lamp that is off keeps its brightness for later, and says so by its state.
        if value.capability.kind == .brightness, expose.family == "light", said.measured == 0 { return nil }
        if case .color = value.coding, said["x"] == nil, said["hue"] == nil { return nil }
        return reading(of: said).interpret(plain(said))
    }

    /// A white light's colour and a coloured light's warmth are computed by the bridge: the lamp does not have them.
    private func isAssumed(in state: JSONValue) -> Bool {
        guard let mode = state[modeKey]?.text else { return false }
        switch value.capability.kind {
        case .color: return mode == "color_temp"
        case .colorTemperature: return mode == "xy" || mode == "hs"
        default: return false
        }
    }

    private var modeKey: String { expose.endpoint.map { "color_mode_" + $0 } ?? "color_mode" }

    /// Whatever spelling a colour is told in, it is reported in the one that the lamp is in.
    private func reading(of said: JSONValue) -> ValueBinding {
        guard case .color(let shape) = value.coding else { return value }
        if shape.keys.allSatisfy({ said[$0] != nil }) { return value }
        return ValueBinding(
            value.part, value.capability, .color(shape == .hueSaturation ? .xy(.linear) : .hueSaturation))
    }

    private func plain(_ said: JSONValue) -> JSONValue {
        words.first { said.isSame(as: $0.native) }?.plain ?? said
    }

    /// The value of an order as the device writes it; nil when it has no word for it.
    func encode(_ wanted: CapabilityValue) -> JSONValue? {
        guard let plain = value.coding.encode(wanted) else { return nil }
        if let word = words.first(where: { $0.plain == plain }) { return word.native }
        if words.contains(where: { $0.isOnly }) { return nil }
        guard let range, let number = plain.double else { return plain }
        return JSONValue(shortest: range.rounded(number))
    }

    /// The value of an order as the device reads it.
    func decode(_ native: JSONValue) -> CapabilityValue? { try? value.coding.decode(plain(native)) }
}

/// A word of the device, and what stands for it in our coding.
struct ZigbeeWord: Hashable, Sendable {
    let native: JSONValue
    let plain: JSONValue
    /// Nothing but such words can be told: a cover that only opens and closes.
    var isOnly = false
}
