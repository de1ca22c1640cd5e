import HomeModel

/// The parts of an accessory: one for each service with a capability.
struct PartMapping {
    private(set) var parts: [Part] = []
    private(set) var bindings: [CapabilityBinding] = []
    private(set) var others: [String] = []
    private var takenParts: Set<PartID> = []

    init(_ accessory: Accessory, deviceName: String) {
        // The order of the database is not kept, because a device may change it at every start.
        let services = accessory.services.sorted { Self.rank($0) < Self.rank($1) }
        for service in services where !LeftOut.isSilent(service) {
            if let reason = service.kind.flatMap({ LeftOut.unsupportedServices[$0] }) {
                others.append("\(service.kind?.name ?? ""): \(reason)")
                continue
            }
            add(service, inputs: Self.inputs(of: service, in: accessory), deviceName: deviceName)
        }
    }

    /// Primary services first, then by their ids. Two services may have the same id.
    private static func rank(_ service: AccessoryService) -> (Int, UInt64, String, UInt64) {
        (
            service.isPrimary ? 0 : 1, service.iid, service.type.description,
            service.characteristics.map(\.iid).min() ?? 0
        )
    }

    private mutating func add(_ service: AccessoryService, inputs: [NumberedWord], deviceName: String) {
        let table = service.kind.flatMap { ServiceMapping.of($0) }
        let mapper = ServiceMapper(service, inputs: inputs)
        let id = partID(of: service, table: table)
        var capabilities: [Capability] = []
        var taken: Set<CapabilityName> = []
        for value in mapper.values {
            let name = Self.name(of: value, notIn: taken)
            guard let capability = value.capability(named: name) else { continue }
            taken.insert(name)
            capabilities.append(capability)
            bindings.append(
                CapabilityBinding(
                    part: id, capability: capability, value: value, isTimed: table?.isTimed ?? false))
        }
        listOthers(of: service, mapper: mapper, part: id, isEmpty: capabilities.isEmpty)
        guard !capabilities.isEmpty else { return }
        takenParts.insert(id)
        parts.append(
            Part(
                id: id, name: Self.partName(of: service, deviceName: deviceName), capabilities: capabilities,
                suggestedPurpose: table?.purpose))
    }

    /// The id of a part. It contains the id of the service, so that it survives every new order of the services. The
    /// second of two services with one id gets a number.
    private func partID(of service: AccessoryService, table: ServiceMapping?) -> PartID {
        let word = table?.part ?? VendorRow.parts[service.type] ?? "part"
        return PartID(slugging: "\(word)-\(service.iid)", fallback: .main, notIn: takenParts)
    }

    /// The name of a value: its own, its alternative, or with the id of its characteristic.
    private static func name(of value: MappedValue, notIn taken: Set<CapabilityName>) -> CapabilityName {
        let ids = value.coding.reported.map(\.iid) + value.coding.written.map(\.iid)
        let numbered = PartID(
            slugging: [value.name.label?.rawValue, ids.first.map(String.init)].compactMap(\.self)
                .joined(separator: "-"), fallback: .main)
        let candidates = [
            value.name, value.alternative.map { CapabilityName(value.name.kind, label: $0) },
            CapabilityName(value.name.kind, label: numbered),
        ]
        return candidates.compactMap(\.self).first { !taken.contains($0) } ?? value.name
    }

    private mutating func listOthers(of service: AccessoryService, mapper: ServiceMapper, part: PartID, isEmpty: Bool) {
        if isEmpty && service.kind == nil {
            if !service.isHidden { others.append("service \(service.type): its meaning is not known") }
        } else {
            others += mapper.others.map { "\(part)/\($0)" }
        }
    }

    // MARK: Names

    /// The name that the device gives to a service; nil when that is only the name of the device.
    private static func partName(of service: AccessoryService, deviceName: String?) -> String? {
        for kind in [CharacteristicKind.configuredName, .name] {
            guard case .text(let text)? = service[kind]?.value else { continue }
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard let name = shortened(words, deviceName: deviceName) else { continue }
            return AccessoryModel.shown(name)
        }
        return service[.serviceLabelIndex]?.value?.whole.map(String.init)
    }

    /// `button 1` for the part “Hall remote button 1” of the device “Hall remote”; nil for the name of the device.
    private static func shortened(_ name: String, deviceName: String?) -> String? {
        guard !name.isEmpty else { return nil }
        guard let deviceName else { return name }
        // Eve names every service of “Eve Degree AA11” only “Eve Degree”.
        if deviceName.lowercased().hasPrefix(name.lowercased() + " ") { return nil }
        guard name.lowercased().hasPrefix(deviceName.lowercased()) else { return name }
        let rest = name.dropFirst(deviceName.count)
        guard let first = rest.first else { return nil }
        guard !first.isLetter, !first.isNumber else { return name }
        let words = rest.drop { !$0.isLetter && !$0.isNumber }
        return words.isEmpty ? nil : String(words)
    }

    /// The names of the inputs of a television by their identifiers, each name once.
    private static func inputs(of service: AccessoryService, in accessory: Accessory) -> [NumberedWord] {
        guard service.kind == .television else { return [] }
        let all = accessory.services.filter { $0.kind == .inputSource }
        let linked = all.filter { service.linked.contains($0.iid) }
        var inputs: [NumberedWord] = []
        for source in (linked.isEmpty ? all : linked).sorted(by: { $0.iid < $1.iid }) {
            guard let number = source[.identifier]?.value?.whole, !inputs.contains(where: { $0.number == number }),
                source[.isConfigured]?.value?.truth ?? true
            else { continue }
            let name = partName(of: source, deviceName: nil) ?? "Input \(number)"
            let isTaken = inputs.contains { $0.word == name }
            inputs.append(NumberedWord(number, word: isTaken ? "\(name) (\(number))" : name))
        }
        return inputs
    }
}
