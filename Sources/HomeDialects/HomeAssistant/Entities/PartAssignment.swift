import HomeModel

/// Which part of its device each entity belongs to, and what its capabilities are called there.
///
/// Home Assistant has no parts: entities only have names. Where a device offers one kind several times, what is left of
/// the names without the kind's own words tells them apart: “Relay 1” and “Relay 1 power” are `relay-1`.
struct PartAssignment {
    private(set) var bindings: [EntityBinding] = []
    private let repeated: Set<CapabilityKind>
    private var parts: Set<String> = []
    private var taken: [PartID: [CapabilityKind: TakenNames]] = [:]

    /// The same entities get the same names in whatever order they came.
    init(_ entities: [Entity]) {
        repeated = Self.repeated(entities)
        parts = Set(entities.filter(isRepeated).map(\.stem)).subtracting([""])
        let total = Set(entities.filter { !$0.isPeriodic }.flatMap { $0.claims.map(\.kind) })
        for entity in entities.sorted(by: Self.precedes) {
            let part = part(of: entity)
            for claim in entity.claims {
                // The energy of today and that of all time are not two meters.
                let isPartial = claim.kind.isCounter && entity.isPeriodic && total.contains(claim.kind)
                bind(isPartial ? claim.asNumber : claim, entity, part)
            }
        }
    }
    private static func precedes(_ left: Entity, _ right: Entity) -> Bool {
        if left.slug.isEmpty != right.slug.isEmpty { return left.slug.isEmpty }
        if left.isPeriodic != right.isPeriodic { return right.isPeriodic }
        if left.claims.count != right.claims.count { return left.claims.count > right.claims.count }
        return (left.config.object, left.config.platform) < (right.config.object, right.config.platform)
    }

    private static func repeated(_ entities: [Entity]) -> Set<CapabilityKind> {
        var counts: [CapabilityKind: Int] = [:]
        for entity in entities where !entity.isPeriodic {
            for kind in Set(entity.claims.filter { !$0.isLabelled }.map(\.kind)) { counts[kind, default: 0] += 1 }
        }
        return Set(counts.filter { $0.value > 1 }.keys)
    }

    // MARK: Parts

    private func isRepeated(_ entity: Entity) -> Bool {
        entity.claims.contains { !$0.isLabelled && repeated.contains($0.kind) }
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

    /// The parts whose names the slug begins or ends with.
    private func around(_ slug: String) -> [String] {
        slug.indices.filter { slug[$0] == "-" }.flatMap { [String(slug[..<$0]), String(slug[$0...].dropFirst())] }
            .filter(parts.contains)
    }

    /// Whether another entity has taken one of its kinds there.
    private func clashes(_ entity: Entity, with part: PartID) -> Bool {
        entity.claims.contains { !$0.isLabelled && taken[part]?[$0.kind]?.hasPlain ?? false }
    }

    // MARK: Names

    private mutating func bind(_ claim: Claim, _ entity: Entity, _ part: PartID) {
        let label = taken[part, default: [:]][claim.kind, default: TakenNames()].take(for: claim) {
            let slug = Self.without(part, entity.slug)
            let text = [slug, claim.label].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "-")
            return PartID(slugging: text, fallback: PartID(slugging: entity.config.platform, fallback: .main))
        }
        let name = CapabilityName(claim.kind, label: label)
        bindings.append(
            EntityBinding(
                part: part, capability: claim.capability(name), claim: claim,
                entity: "\(entity.config.platform)/\(entity.config.object)"))
    }

    /// The part is named already.
    private static func without(_ part: PartID, _ slug: String) -> String {
        guard part != .main, slug != part.rawValue else { return slug }
        if slug.hasPrefix(part.rawValue + "-") { return String(slug.dropFirst(part.rawValue.count + 1)) }
        if slug.hasSuffix("-" + part.rawValue) { return String(slug.dropLast(part.rawValue.count + 1)) }
        return slug
    }
}

/// The names of one kind in one part.
private struct TakenNames {
    private(set) var hasPlain = false
    private var labels: Set<PartID> = []
    /// The number with which the search for a free label begins.
    private var numbers: [PartID: Int] = [:]

    /// Nil is the plain name.
    mutating func take(for claim: Claim, otherwise long: () -> PartID) -> PartID? {
        guard claim.isLabelled || hasPlain else {
            hasPlain = true
            return nil
        }
        if let own = claim.label.flatMap({ PartID($0) }), labels.insert(own).inserted { return own }
        let long = long()
        let label = PartID(
            slugging: long.rawValue, fallback: long, notIn: labels, from: &numbers[long, default: 2])
        labels.insert(label)
        return label
    }
}

extension Claim {
    /// In the entity's own unit.
    fileprivate var asNumber: Claim {
        var claim = Claim(.number, coding, source: source, sink: sink)
        claim.label = label
        claim.announcedUnit = reportedUnit?.rawValue ?? kind.facts.unit?.rawValue
        return claim
    }
}
