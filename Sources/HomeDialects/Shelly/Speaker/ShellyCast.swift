import HomeModel

/// Which component of a Shelly says what a simulated device shows.
struct ShellyCast: Sendable {
    struct Voice: Sendable {
        let part: PartID
        let name: CapabilityName
        let binding: ShellyBinding
    }

    let document: ShellyDocument
    let voices: [Voice]

    init(_ device: SpokenDevice) throws(DialectError) {
        var roles = ShellyRoles()
        if ShellyRoles.isMains(device.description) {
            roles.castMains(device.description)
        } else {
            for part in device.description.parts { roles.cast(part) }
        }
        let fields = Dictionary(grouping: roles.all, by: \.key)
        let components = fields.keys.sorted().map { key in
            ShellyComponent(
                key: key, fields: fields[key]?.map(\.path) ?? [], facts: roles.facts[key] ?? [:])
        }
        document = try ShellyDocument(
            mac: InventedHardware.mac(of: device.id), name: device.description.name, model: device.description.model,
            components: components)
        let bindings = ShellyMapping(document).bindings
        voices = roles.all.compactMap { role in
            bindings.first { $0.key == role.key && $0.path.joined(separator: ".") == role.path }.map {
                Voice(part: role.part, name: role.name, binding: $0)
            }
        }
    }
}
