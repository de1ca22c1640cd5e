import DeviceEmulators
import DeviceProtocols
package import HomeModel

/// How the gateway must be prepared for simulated devices, and what it will discover.
extension Scenario {
    /// The device family for which the credential of `root` is provisioned.
    package func family(of root: String) -> DeviceFamily {
        (devices.first { $0.root == root }?.dialect ?? SimulatedDialects.standard).family
    }

    /// The hardware address by which the device behind `root` announces itself outside its own topics; nil when its
    /// dialect does not. The gateway must know this address.
    package func mac(of root: String) -> MACAddress? {
        devices.first { $0.root == root && $0.dialect.needsMAC }
            .flatMap { MACAddress($0.dialect.emulator.foreignID(of: $0.id)) }
    }
}

extension Scenario {
    /// The number of devices of each dialect that the scenario uses, the largest first.
    package var dialectCounts: [(dialect: String, count: Int)] {
        let counts = SimulatedDialects.all.map { dialect in
            (dialect: dialect.rawValue, count: devices.count { $0.dialect == dialect })
        }
        return counts.filter { $0.count > 0 }.sorted { $0.count > $1.count }
    }
}

extension ScenarioDevice {
    /// The name of the device's dialect, as in scenarios.
    package var dialectName: String { dialect.rawValue }

    /// The root and the id under which the gateway knows the device: `u/lamp`.
    package var address: String { "\(root)/\(dialect.emulator.foreignID(of: id))" }

    /// The purposes of its relays, plugs or covers, by the parts that the gateway discovers.
    package var purposes: [PartID: Purpose] {
        let addresses = GatewayAddresses(of: self)
        let told = parts.compactMap { part -> (PartID, Purpose)? in
            guard let purpose = part.purpose, let moved = part.capabilities.first(where: \.isCommanded),
                let place = addresses[ValueAddress(part: part.id, capability: moved.name)]
            else { return nil }
            return (place.part, purpose)
        }
        return Dictionary(told) { first, _ in first }
    }

    /// The capabilities of the device that its dialect cannot express.
    var inexpressible: [CapabilityName] {
        let addresses = GatewayAddresses(of: self)
        return parts.flatMap { part in
            part.capabilities.map(\.name).filter { addresses[ValueAddress(part: part.id, capability: $0)] == nil }
        }
    }

    /// The device as the emulator of its dialect needs it.
    var emulated: EmulatedDevice {
        EmulatedDevice(
            id: id,
            description: DeviceDescription(
                name: name.text, manufacturer: "Tomte", model: kind.rawValue, parts: parts))
    }

    private var parts: [Part] { DeviceFactory.device(self, room: nil, seed: 0).parts }
}

/// The addresses of the values in the gateway; a dialect may use other names of parts and quantities.
package struct GatewayAddresses: Sendable {
    private let addresses: [ValueAddress: ValueAddress]

    package init(of device: ScenarioDevice) {
        let emulator = device.dialect.emulator.init(root: device.root, devices: [device.emulated])
        var addresses: [ValueAddress: ValueAddress] = [:]
        for part in device.emulated.description.parts {
            for capability in part.capabilities {
                let path = emulator.capabilityPath(of: capability, on: part.id, in: device.id)
                addresses[ValueAddress(part: part.id, capability: capability.name)] = path.map {
                    ValueAddress(part: $0.part, capability: $0.name)
                }
            }
        }
        self.addresses = addresses
    }

    package var all: [ValueAddress] { Array(addresses.values) }

    /// The address in the gateway of a value of the device; nil when the dialect cannot express it.
    package subscript(_ address: ValueAddress) -> ValueAddress? { addresses[address] }
}
