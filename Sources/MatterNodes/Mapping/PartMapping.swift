import HomeModel

/// The parts of a device: one for each endpoint that does something, or `main` if only one does.
///
/// Nothing depends on the order in which the node reports its endpoints. The id of a part has the number of its endpoint,
/// which a node keeps for as long as the endpoint exists.
struct PartMapping {
    private(set) var parts: [Part] = []
    private(set) var bindings: [CapabilityBinding] = []
    private(set) var others: [String] = []

    private static let maximumCapabilities = 512

    init(_ endpoints: [NodeEndpoint], values: AttributeValues) {
        let clusters = endpoints.reduce(into: Set<UInt32>()) { $0.formUnion($1.clusters) }
        let mappings = endpoints.sorted { $0.number < $1.number }
            .map { EndpointMapping($0, values: values, clustersOfDevice: clusters) }
        others = mappings.flatMap(\.others)
        let filled = mappings.filter { !$0.values.isEmpty }
        // A battery, or a meter, is the whole device's if the device has only one on an endpoint of its own.
        let measuring = filled.filter(\.isMeasuring)
        let single = measuring.filter { mapping in
            !(mapping.hasMeter && measuring.contains { $0.hasMeter && $0.endpoint.number != mapping.endpoint.number })
                && !(mapping.hasBattery
                    && measuring.contains { $0.hasBattery && $0.endpoint.number != mapping.endpoint.number })
        }
        let main = Set(single.map(\.endpoint.number))
        let separate = filled.filter { !main.contains($0.endpoint.number) }
        if separate.count <= 1 {
            add(separate + single, as: .main, type: separate.first?.endpoint.type, name: nil)
        } else {
            add(single, as: .main, type: nil, name: nil)
            for mapping in separate {
                let word = mapping.endpoint.type?.part ?? Self.word(of: mapping)
                let id = PartID(slugging: "\(word)-\(mapping.endpoint.number)", fallback: .main)
                let name = PartName(mapping.endpoint, among: separate.map(\.endpoint), word: word).text
                add([mapping], as: id, type: mapping.endpoint.type, name: name)
            }
        }
    }

    /// The word for a part whose device type is unknown.
    private static func word(of mapping: EndpointMapping) -> String {
        mapping.isMeasuring ? (mapping.hasMeter ? "meter" : "battery") : "part"
    }

    private mutating func add(_ mappings: [EndpointMapping], as id: PartID, type: DeviceType?, name: String?) {
        var capabilities: [Capability] = []
        var taken: Set<CapabilityName> = []
        for mapping in mappings {
            for (_, value) in mapping.values where bindings.count < Self.maximumCapabilities {
                let name = Self.name(of: value, endpoint: mapping.endpoint.number, notIn: taken)
                guard let capability = value.capability(named: name) else { continue }
                taken.insert(name)
                capabilities.append(capability)
                bindings.append(
                    CapabilityBinding(
                        part: id, capability: capability, endpoint: mapping.endpoint.number, value: value))
            }
        }
        guard !capabilities.isEmpty else { return }
        parts.append(Part(id: id, name: name, capabilities: capabilities, suggestedPurpose: type?.purpose))
    }

    /// The name of a value: its own, its alternative, or one with a number.
    private static func name(
        of value: MappedValue, endpoint: UInt16, notIn taken: Set<CapabilityName>
    ) -> CapabilityName {
        if !taken.contains(value.name) { return value.name }
        if let alternative = value.alternative {
            let name = CapabilityName(value.name.kind, label: alternative)
            if !taken.contains(name) { return name }
        }
        let stem = [value.name.label?.rawValue, String(endpoint)].compactMap(\.self).joined(separator: "-")
        let labels = Set(taken.filter { $0.kind == value.name.kind }.compactMap(\.label))
        return CapabilityName(value.name.kind, label: PartID(slugging: stem, fallback: .main, notIn: labels))
    }
}
