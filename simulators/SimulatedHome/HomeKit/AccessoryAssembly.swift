import HomeKitAccessories
import HomeKitEmulator
import HomeKitProtocol
import HomeModel

/// The database of a simulated accessory, and what its characteristics are in the simulation.
struct AccessoryAssembly: Sendable {
    /// A characteristic with its number.
    struct Binding: Sendable {
        let id: CharacteristicID
        let device: String
        let characteristic: BoundCharacteristic
    }

    private static let bridgeCategory: UInt8 = 2

    let definition: AccessoryDefinition
    private let bindings: [String: [Binding]]
    private let byID: [CharacteristicID: Binding]

    /// `states` are the values of the devices at the start.
    init(_ accessory: ScenarioPairable, setupCode: SetupCode, states: [String: ShownState]) {
        var built: [Accessory] = []
        var all: [Binding] = []
        if accessory.isBridge {
            var bridge = Self.builder(aid: 1, id: accessory.id, name: accessory.name, model: "Bridge")
            bridge.addProtocolInformation()
            built.append(bridge.accessory)
        }
        for device in accessory.devices {
            let aid = UInt64(built.count + 1)
            var builder = Self.builder(aid: aid, id: device.id, name: device.name, model: device.kind.rawValue)
            if aid == 1 { builder.addProtocolInformation() }
            for (index, service) in AccessoryServices.services(of: device).enumerated() {
                let state = states[device.id] ?? ShownState()
                let templates = service.characteristics.map { characteristic in
                    characteristic.value(state).map { characteristic.template.showing($0) } ?? characteristic.template
                }
                let ids = builder.add(service.kind, isPrimary: index == 0, characteristics: templates)
                all += zip(ids, service.characteristics).map {
                    Binding(id: $0, device: device.id, characteristic: $1)
                }
            }
            built.append(builder.accessory)
        }
        let first = accessory.isBridge ? nil : accessory.devices.first
        definition = AccessoryDefinition(
            name: accessory.name.text, model: first?.kind.rawValue ?? "Bridge",
            category: first.map { Self.category(of: $0.kind) } ?? Self.bridgeCategory,
            setupCode: setupCode, database: AccessoryDatabase(accessories: built))
        bindings = Dictionary(grouping: all, by: \.device)
        byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The values of the characteristics of a device in this state.
    func values(of device: String, in state: ShownState) -> [(id: CharacteristicID, value: HAPValue)] {
        (bindings[device] ?? []).compactMap { binding in
            binding.characteristic.value(state).map { (binding.id, $0) }
        }
    }

    /// The command that a write is, and the device that it is for; nil for a write that is no command.
    func command(_ write: ControllerWrite) -> (device: String, command: DeviceCommand)? {
        guard let binding = byID[write.id], let command = binding.characteristic.command(write.value) else {
            return nil
        }
        return (binding.device, command)
    }

    private static func builder(aid: UInt64, id: String, name: DisplayName, model: String) -> AccessoryBuilder {
        AccessoryBuilder(aid: aid, name: name.text, manufacturer: "Tomte", model: model, serialNumber: id)
    }

    /// The numbers of the specification.
    private static func category(of kind: DeviceKind) -> UInt8 {
        switch kind {
        case .light: 5
        case .lock: 6
        case .plug: 7
        case .switch: 8
        case .thermostat: 9
        case .cover: 14
        default: 10
        }
    }
}
