import HomeModel

/// One value that Zigbee2MQTT says a device has: a leaf of its `exposes`.
struct ZigbeeExpose: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        case binary(whenOff: JSONValue, whenOn: JSONValue)
        case numeric(ZigbeeRange)
        case options([JSONValue])
        case text
        case color(ColorShape)
    }

    /// What the value can be asked to do. Source: zigbee2mqtt.io, “Exposes”, “Access”.
    struct Access: OptionSet, Hashable, Sendable {
        let rawValue: Int
        static let state = Access(rawValue: 1)
        static let set = Access(rawValue: 2)
        static let get = Access(rawValue: 4)
    }

    /// `light`, `switch`, `fan`, `cover`, `lock` or `climate` where it is a feature of one.
    let family: String?
    /// The keys that lead to it in the device's state: one, or more inside composites.
    let path: [String]
    let endpoint: String?
    let access: Access
    /// `config` or `diagnostic`.
    let isSetting: Bool
    let label: String?
    /// Of a binary whose description says it: the value that stands for closed.
    var closed: JSONValue?
    let form: Form
    /// Of a value that sounds a siren.
    var sounding: ZigbeeSounding?

    /// What can be chosen from; nil where nothing is.
    var words: [JSONValue]? { if case .options(let words) = form { words } else { nil } }

    /// In which a number is announced.
    var unit: String? { if case .numeric(let range) = form { range.unit } else { nil } }

    /// What it is, whichever endpoint has it: `state` for `state_l1`.
    var key: String {
        let name = path.joined(separator: "_")
        guard let endpoint, name.hasSuffix("_" + endpoint) else { return name }
        return String(name.dropLast(endpoint.count + 1))
    }
}

/// Bounds, step and unit of a number, as the device has them.
struct ZigbeeRange: Hashable, Sendable {
    var minimum: Double?
    var maximum: Double?
    var step: Double?
    var unit: String?

    /// Finer ones mean nothing, and would be lost in what a number can hold.
    static let finestStep = 1e-6

    /// To the step, and into the bounds.
    func rounded(_ value: Double) -> Double {
        var value = value
        if let step {
            let base = minimum ?? 0
            value = base + ((value - base) / step).rounded() * step
            // 0.1 × 3 is 0.30000000000000004; people and devices compare texts.
            if abs(value) < 1e9 { value = (value * 1e6).rounded() / 1e6 }
        }
        return max(minimum ?? value, min(maximum ?? value, value))
    }
}

extension ZigbeeExpose {
    /// The same value as a whole group has it: Zigbee has no way to ask a group.
    func shared(isReported: Bool) -> ZigbeeExpose {
        ZigbeeExpose(
            family: family, path: [key], endpoint: nil, access: isReported ? [.state, .set] : .set, isSetting: false,
            label: nil, form: form)
    }

    func with(family: String) -> ZigbeeExpose {
        ZigbeeExpose(
            family: family, path: path, endpoint: endpoint, access: access, isSetting: isSetting, label: label,
            closed: closed, form: form)
    }
}
