import HomeModel

/// Maps components to parts and capabilities.
///
/// A component of a type that occurs once belongs to `main`. Several components of one type, and components that
/// represent things of their own, become parts.
struct ShellyMapping: Sendable {
    private(set) var bindings: [ShellyBinding] = []
    private(set) var others: [String] = []
    private var names: [PartID: [CapabilityName]] = [:]

    init(_ document: ShellyDocument) {
        let parts = ShellyParts(document.components)
        let clamps = ShellyClamps(document)
        if document.leftOut > 0 {
            others.append("components: \(document.leftOut) are left out, because there are too many to store")
        }
        for component in document.components {
            guard let known = component.knownFields(clamps) else {
                others.append("\(component.key): this component is not supported")
                continue
            }
            for field in known where component.has(field) {
                bind(component.key, field: field, part: parts.part(of: component, piece: field.piece))
            }
            let paths = Set(known.map(\.path))
            others += component.fields.filter { !paths.contains($0) && $0 != "state" }.map { field in
                "\(component.key)/\(EscapedText(field, limit: 64)): this value is not supported"
            }
        }
    }

    var parts: [Part] {
        var capabilities: [PartID: [Capability]] = [:]
        for binding in bindings { capabilities[binding.value.part, default: []].append(binding.value.capability) }
        return capabilities.keys.sorted(by: Self.precedes).map { Part(id: $0, capabilities: capabilities[$0] ?? []) }
    }

    /// Sorts `main` first.
    private static func precedes(_ left: PartID, _ right: PartID) -> Bool {
        left == right ? false : left == .main || right != .main && left < right
    }

    private mutating func bind(_ key: ShellyKey, field: ShellyField, part: PartID) {
        let taken = names[part] ?? []
        var name = CapabilityName(field.kind, label: field.label.map { PartID(slugging: $0, fallback: .main) })
        if taken.contains(name) {
            let labels = Set(taken.compactMap { $0.kind == field.kind ? $0.label : nil })
            let label = PartID(
                slugging: ([key.type] + [field.label].compactMap(\.self)).joined(separator: "-"), fallback: .main,
                notIn: labels)
            name = CapabilityName(field.kind, label: label)
        }
        names[part, default: []].append(name)
        bindings.append(ShellyBinding(key, field: field, part: part, name: name))
    }
}

extension ShellyComponent {
    /// Events are never part of a status, and an essential value may be unknown for a while.
    fileprivate func has(_ field: ShellyField) -> Bool {
        field.path == ShellyField.event || field.path == ShellyVocabulary.essential[key.type] || has(field.path)
    }
}

/// Assigns components to parts.
private struct ShellyParts {
    private let counts: [String: Int]
    /// The Bluetooth devices by their addresses.
    private let bluetoothDevices: [String: ShellyKey]

    init(_ components: [ShellyComponent]) {
        counts = components.reduce(into: [:]) { counts, component in
            if component.facts["enable"] != false { counts[component.key.type, default: 0] += 1 }
        }
        bluetoothDevices = Dictionary(
            components.filter { $0.key.type == "bthomedevice" }.compactMap { device in
                device.facts["addr"]?.text.map { ($0.lowercased(), device.key) }
            }, uniquingKeysWith: { first, _ in first })
    }

    func part(of component: ShellyComponent, piece: String?) -> PartID {
        var key = owner(of: component)
        key = ShellyKey(type: ShellyClamps.counted[key.type] ?? key.type, id: key.id)
        let isOwn = Self.ownThings.contains(key.type)
        let isMain = !isOwn && (Self.unnumbered.contains(key.type) || (counts[key.type] ?? 0) <= 1)
        let name = [isMain ? nil : "\(key.type)-\(key.id ?? 0)", piece].compactMap(\.self).joined(separator: "-")
        return name.isEmpty ? .main : PartID(slugging: name, fallback: .main)
    }

    private func owner(of component: ShellyComponent) -> ShellyKey {
        guard component.key.type == "bthomesensor" else { return component.key }
        return component.facts["addr"]?.text.flatMap { bluetoothDevices[$0.lowercased()] } ?? component.key
    }

    /// Types that represent things of their own: devices that are connected through this one, and zones.
    private static let ownThings: Set<String> = ["bthomedevice", "bthomesensor", "blutrv", "presencezone"]
    /// Types of values that a person defines. Their names distinguish them.
    private static let unnumbered: Set<String> = ["boolean", "number", "enum", "text", "button"]
}
