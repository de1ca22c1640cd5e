/// One value of a capability, in its canonical unit.
package enum CapabilityValue: Hashable, Sendable {
    case boolean(Bool)
    case number(Double)
    /// A member of a choice, or free text.
    case text(String)
    /// Hue in degrees 0–360, saturation in percent.
    case color(hue: Double, saturation: Double)

    /// Whether the value is of this type.
    package func has(_ type: ValueType) -> Bool {
        switch (self, type) {
        case (.boolean, .boolean), (.number, .number), (.text, .choice), (.text, .text), (.color, .color): true
        default: false
        }
    }
}

extension CapabilityValue: CustomStringConvertible {
    package var description: String {
        switch self {
        case .boolean(let value): value ? "on" : "off"
        case .number(let value): Self.shortest(value)
        case .text(let value): value
        case .color(let hue, let saturation): "\(Self.shortest(hue))°/\(Self.shortest(saturation)) %"
        }
    }

    /// `21` for 21.0, `21.5` for 21.5.
    private static func shortest(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }
}

extension CapabilityValue: Codable {
    private enum Key: String, CodingKey { case hue, saturation }

    package init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Key.self) {
            self = .color(
                hue: try object.decode(Double.self, forKey: .hue),
                saturation: try object.decode(Double.self, forKey: .saturation))
            return
        }
        let single = try decoder.singleValueContainer()
        if let value = try? single.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? single.decode(Double.self) {
            self = .number(value)
        } else {
            self = .text(try single.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        if case .color(let hue, let saturation) = self {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(hue, forKey: .hue)
            try object.encode(saturation, forKey: .saturation)
            return
        }
        var single = encoder.singleValueContainer()
        switch self {
        case .boolean(let value): try single.encode(value)
        case .number(let value): try single.encode(value)
        case .text(let value): try single.encode(value)
        case .color: break
        }
    }
}
