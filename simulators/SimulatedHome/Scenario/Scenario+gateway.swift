import HomeDialects
package import HomeModel

/// What the gateway is told of simulated devices, and what it will make of them.
extension Scenario {
    /// For whom a credential of `root` is asked.
    package func family(of root: String) -> DeviceFamily {
        devices.first { $0.root == root }?.dialect.family ?? .homie
    }

    /// The hardware address that the device behind `root` announces itself by, where its dialect does that outside its
    /// own topics; the gateway must know it.
    package func mac(of root: String) -> MACAddress? {
        devices.first { $0.root == root && $0.dialect == .tasmota }
            .flatMap { MACAddress($0.dialect.speaker.foreignID(of: $0.id)) }
    }
}

extension ScenarioDevice {
    /// Its root and the id that the gateway knows it by: `u/lamp`.
    package var address: String { "\(root)/\(dialect.speaker.foreignID(of: id))" }

    /// What its relays, plugs or covers move or feed, by the parts that the gateway knows.
    package var purposes: [PartID: Purpose] {
        let places = GatewayPlaces(of: self)
        let told = parts.compactMap { part -> (PartID, Purpose)? in
            guard let purpose = part.purpose, let moved = part.capabilities.first(where: \.isCommanded),
                let place = places[ValueAddress(part: part.id, capability: moved.name)]
            else { return nil }
            return (place.part, purpose)
        }
        return Dictionary(told) { first, _ in first }
    }

    /// What it shows and its dialect has no words for.
    var unspoken: [CapabilityName] {
        let places = GatewayPlaces(of: self)
        return parts.flatMap { part in
            part.capabilities.map(\.name).filter { places[ValueAddress(part: part.id, capability: $0)] == nil }
        }
    }

    var spoken: SpokenDevice {
        SpokenDevice(
            id: id,
            description: DeviceDescription(
                name: name.text, manufacturer: "Tomte", model: kind.rawValue, parts: parts))
    }

    private var parts: [Part] { DeviceFactory.device(self, room: nil, seed: 0).parts }
}

/// Where the gateway finds what a device shows: a dialect may name parts and quantities in its own way.
package struct GatewayPlaces: Sendable {
    private let places: [ValueAddress: ValueAddress]

    package init(of device: ScenarioDevice) {
        let speaker = device.dialect.speaker.init(root: device.root, devices: [device.spoken])
        var places: [ValueAddress: ValueAddress] = [:]
        for part in device.spoken.description.parts {
            for capability in part.capabilities {
                let place = speaker.place(of: capability, on: part.id, in: device.id)
                places[ValueAddress(part: part.id, capability: capability.name)] = place.map {
                    ValueAddress(part: $0.part, capability: $0.name)
                }
            }
        }
        self.places = places
    }

    package var all: [ValueAddress] { Array(places.values) }

    /// Nil where the dialect has no words for it.
    package subscript(_ address: ValueAddress) -> ValueAddress? { places[address] }
}
