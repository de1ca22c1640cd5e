import HomeModel

/// One value of one component, tied to a capability of a part.
struct ShellyBinding: Sendable {
    let key: ShellyKey
    let path: [String]
    let shape: ShellyShape
    let order: ShellyOrder?
    let value: ValueBinding

    var isEvent: Bool { path == [ShellyField.event] }

    init(_ key: ShellyKey, _ field: ShellyField, part: PartID, name: CapabilityName) {
        self.key = key
        path = field.path.split(separator: ".").map(String.init)
        shape = field.shape
        order = field.order
        value = ValueBinding(part, field.capability(name), field.coding, reportedUnit: field.reportedUnit)
    }

    /// What the component's status says of it; nothing where it does not speak of it.
    func read(_ status: JSONValue) -> DeviceStatement? {
        isEvent ? nil : status[path: path].flatMap { value.interpret(shape.read($0)) }
    }

    /// What an event of the component says; nothing for another kind of event.
    func read(event: String) -> DeviceStatement? {
        isEvent && value.capability.options.contains(event) ? value.interpret(.text(event)) : nil
    }

    /// How it is told `wanted`, and what of it the device gets to read.
    func request(_ wanted: CapabilityValue) -> (ShellyRequest, CapabilityValue)? {
        guard let order, var native = value.coding.encode(wanted) else { return nil }
        // Levels are whole numbers; degrees keep their fraction.
        if value.capability.step.map({ $0 >= 1 || value.capability.unit == .percent }) ?? false,
            let number = native.double, let whole = JSONValue(shortest: number.rounded())
        {
            native = whole
        }
        guard let request = order.request(key, shape.write(native)) else { return nil }
        return (request, (try? value.coding.decode(native)) ?? wanted)
    }
}
