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

extension ShellyDocument {
    /// The values of the device, in the order of its components.
    package var bindings: [ShellyBinding] { ShellyMapping(self).bindings }
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

/// The energy flows that the current clamps of a meter measure. Only their names show it: a meter with three phases may
/// measure the connection of the home or a charger, a single clamp may measure a solar system or a stove.
struct ShellyClamps: Sendable {
    private let flows: [ShellyKey: EnergyFlow]
    let isEmpty: Bool

    init(_ document: ShellyDocument) {
        let clamps = document.components.filter { $0.key.type == "em" || $0.key.type == "em1" }
        isEmpty = clamps.isEmpty
        // If there is only one meter, the name of the device is also its name.
        let shared = clamps.count == 1 ? EnergyFlow(homieWords: document.name) : nil
        let told = clamps.compactMap { clamp in
            (clamp.facts["name"]?.text.flatMap(EnergyFlow.init(homieWords:)) ?? shared).map { (clamp.key, $0) }
        }
        flows = Dictionary(told) { first, _ in first }
    }

    /// The flow of a clamp or of its counters; nil if no name contains it.
    func flow(of key: ShellyKey) -> EnergyFlow? {
        flows[ShellyKey(type: Self.counted[key.type] ?? key.type, id: key.id)]
    }

    /// The types of counters and the types of the components that they count.
    static let counted = ["em1data": "em1", "emdata": "em"]
}
