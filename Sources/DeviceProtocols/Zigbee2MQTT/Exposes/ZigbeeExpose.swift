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

extension ZigbeeExpose {
    /// The values that a contact reports when it is closed and when it is open.
    ///
    /// `value_on` alone is ambiguous: for most contacts it means open, for some it means closed. The words of the
    /// values decide first, then the description, then the key: a `contact` that is `true` is closed.
    var contactValues: (closed: JSONValue, open: JSONValue)? {
        guard case .binary(let off, let on) = form else { return nil }
        let meanings = [off, on].map { $0.text.flatMap { Vocabulary.meaning(of: $0, in: .valve) } }
        if meanings == ["open", "closed"] { return (on, off) }
        if meanings == ["closed", "open"] { return (off, on) }
        if let closed { return closed.isSame(as: on) ? (on, off) : (off, on) }
        if SafetyKeywords.words(of: key).contains("contact"), let isOn = on.boolean {
            return isOn ? (on, off) : (off, on)
        }
        return (off, on)
    }
}

extension ZigbeeExpose.Form {
    /// The value that a description assigns to closed, as in `closed (= true)`, `true: closed` or `ON if open`.
    func valueMeaningClosed(in description: String) -> JSONValue? {
        guard case .binary(let off, let on) = self else { return nil }
        let tokens = Self.tokens(of: description)
        for (left, rest) in zip(tokens, tokens.indices.dropFirst()) {
            guard Self.connecting.contains(tokens[rest]), rest + 1 < tokens.count else { continue }
            let pair = [left, tokens[rest + 1]]
            guard let state = pair.lazy.compactMap({ Vocabulary.meaning(of: $0, in: .valve) }).first,
                let said = [off, on].first(where: { value in pair.contains { value.isNamed($0) } })
            else { continue }
            return (state == "closed") == said.isSame(as: on) ? on : off
        }
        return nil
    }

    private static let connecting: Set<String> = ["=", ":", "if", "when", "means", "is", "for"]

    /// The words in lower case and the signs that can connect two of them.
    private static func tokens(of description: String) -> [String] {
        var spaced = ""
        for character in description.lowercased().prefix(512) {
            switch character {
            case "=", ":": spaced += " \(character) "
            case "(", ")", "\"", "'", "`": spaced += " "
            // These signs end a statement.
            case ",", ";", ".": spaced += " , "
            default: spaced.append(character)
            }
        }
        return spaced.split(separator: " ").map(String.init)
    }
}

extension JSONValue {
    fileprivate func isNamed(_ word: String) -> Bool { (text ?? description).lowercased() == word }
}
