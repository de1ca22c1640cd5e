import HomeModel

/// The components of a simulated Shelly and the capabilities that they report.
struct EmulatedShellyDevice: Sendable {
    /// A capability of the simulated device and the binding that reports it.
    struct ReportedCapability: Sendable {
        let part: PartID
        let name: CapabilityName
        let binding: ShellyBinding
    }

    let document: ShellyDocument
    let reportedCapabilities: [ReportedCapability]

    init(_ device: EmulatedDevice) throws(DialectError) {
        var roles = ShellyComponentAssignment()
        if ShellyComponentAssignment.isMains(device.description) {
            roles.assignMains(device.description)
        } else {
            for part in device.description.parts { roles.assign(part) }
        }
        let fields = Dictionary(grouping: roles.all, by: \.key)
        let components = fields.keys.sorted().map { key in
            ShellyComponent(
                key: key, fields: fields[key]?.map(\.path) ?? [], facts: roles.facts[key] ?? [:])
        }
        document = try ShellyDocument(
            mac: SyntheticHardwareID.mac(of: device.id), name: device.description.name, model: device.description.model,
            components: components)
        let bindings = ShellyMapping(document).bindings
        reportedCapabilities = roles.all.compactMap { role in
            bindings.first { $0.key == role.key && $0.path.joined(separator: ".") == role.path }.map {
                ReportedCapability(part: role.part, name: role.name, binding: $0)
            }
        }
    }
}
