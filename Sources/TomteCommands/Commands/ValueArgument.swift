import HomeModel
import GatewayWire

/// Parses the value of a command according to the type of the capability.
enum ValueArgument {
    /// A text that does not fit the type is sent as the type that it looks like: the gateway then refuses it and says
    /// which values are valid.
    static func read(_ text: String, for capability: CapabilityBody?) throws(CLIError) -> CapabilityValue {
        guard let capability else { return guess(text) }
        return try read(text, as: capability.type, unit: capability.unit)
    }

    /// The same for a capability of any device.
    static func read(_ text: String, as type: ValueType, unit: String?) throws(CLIError) -> CapabilityValue {
        switch type {
        case .boolean: return boolean(text).map(CapabilityValue.boolean) ?? guess(text)
        case .number: return try number(text, unit: unit) ?? guess(text)
        case .choice, .text: return .text(text)
        case .color: return color(text) ?? guess(text)
        }
    }

    private static func guess(_ text: String) -> CapabilityValue {
        boolean(text).map(CapabilityValue.boolean) ?? plain(text).map(CapabilityValue.number) ?? .text(text)
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "on", "true", "yes": true
        case "off", "false", "no": false
        default: nil
        }
    }

    /// A number in the capability's unit; another unit of the same dimension is converted.
    private static func number(_ text: String, unit: String?) throws(CLIError) -> CapabilityValue? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        guard let number = plain(String(digits)) else { return plain(text).map(CapabilityValue.number) }
        let symbol = String(text.dropFirst(digits.count)).trimmingSpaces()
        if symbol.isEmpty || symbol == unit { return .number(number) }
        if let exact = plain(text) { return .number(exact) }
        guard !symbol.hasPrefix(",") else { throw .invalid("“\(text)” is not a number; write it like 21.5.") }
        guard let unit, let target = Unit(symbol: unit), let source = Unit(symbol: symbol),
            let value = source.convert(number, to: target), value.isFinite
        else {
            throw .invalid("“\(symbol)” is not a unit of this capability\(unit.map { "; use \($0)" } ?? "").")
        }
        // 70 °F is 21.11111111111111 °C; the last digits have no meaning.
        return .number((value * 1e6).rounded() / 1e6)
    }

    /// Decimal digits with `.`, perhaps an exponent; neither hexadecimal, infinity nor NaN.
    private static func plain(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        guard let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// `120/50`: hue in degrees, saturation in percent.
    private static func color(_ text: String) -> CapabilityValue? {
        let halves = text.split(separator: "/", omittingEmptySubsequences: false).map { half in
            plain(String(half.filter { !"°% ".contains($0) }))
        }
        guard halves.count == 2, let hue = halves[0], let saturation = halves[1] else { return nil }
        return .color(hue: hue, saturation: saturation)
    }
}

extension String {
    fileprivate func trimmingSpaces() -> String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
