import HomeModel

/// One value of a device: a leaf of its `exposes`.
struct ZigbeeExpose: Hashable, Sendable {
    /// The type of the value.
    enum Form: Hashable, Sendable {
        case binary(whenOff: JSONValue, whenOn: JSONValue)
        case numeric(ZigbeeRange)
        case options([JSONValue])
        case text
        case color(ColorFormat)
    }

    /// The supported operations of the value. Source: zigbee2mqtt.io, “Exposes”, “Access”.
    struct Access: OptionSet, Hashable, Sendable {
        let rawValue: Int
        static let state = Access(rawValue: 1)
        static let set = Access(rawValue: 2)
        static let get = Access(rawValue: 4)
    }

    /// `light`, `switch`, `fan`, `cover`, `lock` or `climate` if the value is a feature of one of these.
    let family: String?
    /// The keys that lead to the value in the device's state: one, or more inside composites.
    let path: [String]
    let endpoint: String?
    let access: Access
    /// Whether the category is `config` or `diagnostic`.
    let isSetting: Bool
    let label: String?
    /// The value that means closed, if the description of a binary says so.
    var closed: JSONValue?
    let form: Form
    /// The siren feature that the value is, if any.
    var sirenFeature: ZigbeeSirenFeature?

    /// The values of a choice; nil for other forms.
    var words: [JSONValue]? { if case .options(let words) = form { words } else { nil } }

    /// The announced unit of a number.
    var unit: String? { if case .numeric(let range) = form { range.unit } else { nil } }

    /// The key without the endpoint: `state` for `state_l1`.
    var key: String {
        let name = path.joined(separator: "_")
        guard let endpoint, name.hasSuffix("_" + endpoint) else { return name }
        return String(name.dropLast(endpoint.count + 1))
    }
}

/// The bounds, step and unit of a number in the device's form.
struct ZigbeeRange: Hashable, Sendable {
    var minimum: Double?
    var maximum: Double?
    var step: Double?
    var unit: String?

    /// Smaller steps have no meaning, and a Double would lose them.
    static let finestStep = 1e-6

    /// Rounds to the step and clamps to the bounds.
    func rounded(_ value: Double) -> Double {
        var value = value
        if let step {
            let base = minimum ?? 0
            value = base + ((value - base) / step).rounded() * step
            // Removes the error of the multiplication (0.1 × 3 is 0.30000000000000004), because people and devices
            // compare the text.
            if abs(value) < 1e9 { value = (value * 1e6).rounded() / 1e6 }
        }
        return max(minimum ?? value, min(maximum ?? value, value))
    }
}

extension ZigbeeExpose {
    /// The same value for a group. Zigbee cannot query a group.
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
