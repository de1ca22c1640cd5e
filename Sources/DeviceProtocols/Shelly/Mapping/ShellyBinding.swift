package import HomeModel

/// Binds one value of one component to a capability of a part.
package struct ShellyBinding: Sendable {
    package let key: ShellyKey
    /// The names of the nested members in the status of the component, the innermost last.
    package let path: [String]
    let shape: ShellyTransformation
    let command: ShellyCommand?
    package let value: ValueBinding

    var isEvent: Bool { path == [ShellyField.event] }

    init(_ key: ShellyKey, field: ShellyField, part: PartID, name: CapabilityName) {
        self.key = key
        path = field.path.split(separator: ".").map(String.init)
        shape = field.shape
        command = field.command
        value = ValueBinding(
            part, capability: field.capability(name), coding: field.coding, reportedUnit: field.reportedUnit)
    }

    /// Decodes the value in a status of the component; nil if the status does not contain it.
    func read(_ status: JSONValue) -> DeviceUpdate? {
        isEvent ? nil : status[path: path].flatMap { value.interpret(shape.read($0)) }
    }

    /// Decodes an event of the component; nil for other events.
    func read(event: String) -> DeviceUpdate? {
        isEvent && value.capability.options.contains(event) ? value.interpret(.text(event)) : nil
    }

    /// Returns the request that sets `wanted`, and the value after the device's rounding.
    func request(_ wanted: CapabilityValue) -> (ShellyRequest, CapabilityValue)? {
        guard let command, var native = value.coding.encode(wanted) else { return nil }
        // Values with whole steps and percentages are rounded to whole numbers; temperatures keep their fraction.
        if value.capability.step.map({ $0 >= 1 || value.capability.unit == .percent }) ?? false,
            let number = native.double, let whole = JSONValue(shortest: number.rounded())
        {
            native = whole
        }
        guard let request = command.request(key, value: shape.write(native)) else { return nil }
        return (request, (try? value.coding.decode(native)) ?? wanted)
    }
}

// MARK: The device's side, for simulated devices

extension ShellyBinding {
    /// Encodes a value as the device reports it; nil if it has another type.
    package func encodeReport(_ value: CapabilityValue) -> JSONValue? {
        inReportedUnit(value).flatMap(self.value.coding.encode).map(shape.write)
    }

    /// Converts a number to the unit of the report, with three decimals. Returns nil if the units do not fit.
    private func inReportedUnit(_ value: CapabilityValue) -> CapabilityValue? {
        guard case .number(let number) = value, let unit = self.value.reportedUnit else { return value }
        let converted = self.value.capability.unit?.convert(number, to: unit)
        return converted.map { .number(($0 * 1000).rounded() / 1000) }
    }

    /// Decodes the argument of a command; nil if the device must refuse it.
    package func decodeCommand(_ argument: JSONValue) -> CapabilityValue? {
        guard let value = try? value.coding.decode(shape.read(argument)) else { return nil }
        if case .number(let number) = value, !self.value.capability.range.contains(number) { return nil }
        return value
    }

    /// The method that sets the value; nil if none does, or another one for each value.
    package var method: String? { command?.method(key) }

    /// The path to the value in the parameters of `method`; nil if the method has no argument for it.
    package var argumentPath: [String]? { command?.argumentPath }
}

/// The conversion between a value in a status and the value that a coding decodes.
enum ShellyTransformation: Hashable, Sendable {
    case plain
    /// A boolean, whose values `true` and `false` become the words of a choice.
    case words
    /// `[red, green, blue]`
    case rgb
    /// The state of a cover that reports only its ends.
    case ends
    /// The movement of a cover. A cover that calibrates itself reports none.
    case travel

    func read(_ value: JSONValue) -> JSONValue {
        switch (self, value) {
        case (.words, .boolean(let value)): return value ? "true" : "false"
        case (.rgb, .list(let values)) where values.count == 3:
            return ["r": values[0], "g": values[1], "b": values[2]]
        case (.travel, .text("calibrating")): return .null
        case (.ends, .text("open")): return 100
        case (.ends, .text("closed")): return 0
        case (.ends, _): return .null
        default: return value
        }
    }

    func write(_ value: JSONValue) -> JSONValue {
        switch (self, value) {
        case (.words, "true"): true
        case (.words, "false"): false
        case (.rgb, .object(let object)): .list(object.members.map(\.value))
        default: value
        }
    }
}
