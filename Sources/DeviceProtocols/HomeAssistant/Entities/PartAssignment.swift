import HomeModel

/// Assigns each entity to a part of its device and names its capabilities.
///
/// Home Assistant has no parts; entities only have names. If a device offers a kind several times, the words of a name
/// that do not denote the kind distinguish the parts: “Relay 1” and “Relay 1 power” both belong to `relay-1`.
struct PartAssignment {
    private(set) var bindings: [EntityBinding] = []
    private let repeated: Set<CapabilityKind>
    private var parts: Set<String> = []
    private var taken: [PartID: [CapabilityKind: UsedNames]] = [:]

    /// The result does not depend on the order of the entities.
    init(_ entities: [Entity]) {
        repeated = Self.repeated(entities)
        parts = Set(entities.filter(isRepeated).map(\.stem)).subtracting([""])
        let total = Set(entities.filter { !$0.isPeriodic }.flatMap { $0.candidates.map(\.kind) })
        for entity in entities.sorted(by: Self.precedes) {
            let part = part(of: entity)
            for candidate in entity.candidates {
                // The energy of today is not a second meter beside the total energy, so it becomes a generic number.
                let isPartial = candidate.kind.isCounter && entity.isPeriodic && total.contains(candidate.kind)
                bind(isPartial ? candidate.asNumber : candidate, entity: entity, part: part)
            }
        }
    }
    private static func precedes(_ left: Entity, _ right: Entity) -> Bool {
        if left.slug.isEmpty != right.slug.isEmpty { return left.slug.isEmpty }
        if left.isPeriodic != right.isPeriodic { return right.isPeriodic }
        if left.candidates.count != right.candidates.count { return left.candidates.count > right.candidates.count }
        return (left.config.object, left.config.platform) < (right.config.object, right.config.platform)
    }

    private static func repeated(_ entities: [Entity]) -> Set<CapabilityKind> {
        var counts: [CapabilityKind: Int] = [:]
        for entity in entities where !entity.isPeriodic {
            for kind in Set(entity.candidates.filter { !$0.isLabelled }.map(\.kind)) { counts[kind, default: 0] += 1 }
        }
        return Set(counts.filter { $0.value > 1 }.keys)
    }

    // MARK: Parts

    private func isRepeated(_ entity: Entity) -> Bool {
        entity.candidates.contains { !$0.isLabelled && repeated.contains($0.kind) }
    }

    private func part(of entity: Entity) -> PartID {
        let stem = entity.stem
        if stem.isEmpty, isRepeated(entity) {
            return clashes(entity, with: .main) ? PartID(entity.slug) ?? .main : .main
        }
        if isRepeated(entity) || parts.contains(stem) { return PartID(stem) ?? .main }
        return around(entity.slug).max { $0.count == $1.count ? $0 < $1 : $0.count < $1.count }
            .flatMap { PartID($0) } ?? .main
    }

    /// The parts whose names are the beginning or the end of the slug.
    private func around(_ slug: String) -> [String] {
        slug.indices.filter { slug[$0] == "-" }.flatMap { [String(slug[..<$0]), String(slug[$0...].dropFirst())] }
            .filter(parts.contains)
    }

    /// Whether another entity already uses the plain name of one of its kinds in this part.
    private func clashes(_ entity: Entity, with part: PartID) -> Bool {
        entity.candidates.contains { !$0.isLabelled && taken[part]?[$0.kind]?.hasPlain ?? false }
    }

    // MARK: Names

    private mutating func bind(_ candidate: CapabilityCandidate, entity: Entity, part: PartID) {
        let label = taken[part, default: [:]][candidate.kind, default: UsedNames()].reserve(for: candidate) {
            let slug = Self.without(part, slug: entity.slug)
            let text = [slug, candidate.label].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "-")
            return PartID(slugging: text, fallback: PartID(slugging: entity.config.platform, fallback: .main))
        }
        let name = CapabilityName(candidate.kind, label: label)
        bindings.append(
            EntityBinding(
                part: part, capability: candidate.capability(name), candidate: candidate,
                entity: "\(entity.config.platform)/\(entity.config.object)"))
    }

    /// Removes the name of the part from the slug.
    private static func without(_ part: PartID, slug: String) -> String {
        guard part != .main, slug != part.rawValue else { return slug }
        if slug.hasPrefix(part.rawValue + "-") { return String(slug.dropFirst(part.rawValue.count + 1)) }
        if slug.hasSuffix("-" + part.rawValue) { return String(slug.dropLast(part.rawValue.count + 1)) }
        return slug
    }
}

/// The used names of one kind in one part.
private struct UsedNames {
    private(set) var hasPlain = false
    private var labels: Set<PartID> = []
    /// The number at which the search for an unused label starts.
    private var numbers: [PartID: Int] = [:]

    /// Returns the label of a new name, or nil for the plain name of the kind.
    mutating func reserve(for candidate: CapabilityCandidate, otherwise long: () -> PartID) -> PartID? {
        guard candidate.isLabelled || hasPlain else {
            hasPlain = true
            return nil
        }
        if let own = candidate.label.flatMap({ PartID($0) }), labels.insert(own).inserted { return own }
        let long = long()
        let label = PartID(
            slugging: long.rawValue, fallback: long, notIn: labels, from: &numbers[long, default: 2])
        labels.insert(label)
        return label
    }
}

extension CapabilityCandidate {
    /// The same value as a generic number in the entity's own unit.
    fileprivate var asNumber: CapabilityCandidate {
        var candidate = CapabilityCandidate(
            .number, coding: coding, stateMapping: stateMapping, commandMapping: commandMapping)
        candidate.label = label
        candidate.announcedUnit = reportedUnit?.rawValue ?? kind.facts.unit?.rawValue
        return candidate
    }
}
