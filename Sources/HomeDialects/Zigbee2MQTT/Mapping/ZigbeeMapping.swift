import HomeModel

/// A listed device in the model's words: endpoints and phases become parts, exposes become capabilities.
struct ZigbeeMapping {
    private(set) var parts: [Part] = []
    private(set) var bindings: [ZigbeeBinding] = []
    /// As `what: why`.
    private(set) var others: [String]

    init(_ entity: ZigbeeEntity) {
        others = entity.ignored
        let families = Set(entity.exposes.compactMap(\.family))
        var claims: [ZigbeeClaim] = []
        let movements = Self.movements(entity.exposes)
        claims += movements.claims
        for expose in Self.merged(entity.exposes) where !movements.spokenFor.contains(expose.leaf) {
            if let claim = ZigbeeClaim(expose.leaf, besides: families) {
                claims.append(expose.bolt.map(claim.with(bolt:)) ?? claim)
            } else {
                others.append("\(InertText(expose.leaf.key, limit: 64)): nothing here has values of this kind")
            }
        }
        // Where energy is counted both ways, power goes both ways.
        let isTwoWay = Set(claims.filter { $0.kind == .energy }.map(\.flow)).count > 1
        var taken: Set<PartID> = []
        for name in claims.map(\.part).reduce(into: [String](), { if !$0.contains($1) { $0.append($1) } }) {
            let part = PartID(slugging: name, fallback: .main, notIn: taken)
            taken.insert(part)
            let bound = Self.bind(claims.filter { $0.part == name }, to: part, isTwoWay: isTwoWay)
            bindings += bound
            parts.append(Part(id: part, capabilities: bound.map(\.value.capability)))
        }
    }

    /// Exposes with those taken out that another one of the same endpoint speaks for.
    private static func merged(_ exposes: [ZigbeeExpose]) -> [(leaf: ZigbeeExpose, bolt: ZigbeeExpose?)] {
        var paths: Set<[String]> = []
        return exposes.compactMap { expose in
            func sibling(_ key: String) -> ZigbeeExpose? {
                exposes.first { $0.family == expose.family && $0.endpoint == expose.endpoint && $0.key == key }
            }
            switch (expose.family, expose.key) {
            // The position opens and closes, and the movement stops.
            case ("cover", "state") where sibling("position") != nil: return nil
            case ("lock", "lock_state") where sibling("state") != nil && expose.words != nil: return nil
            default:
                // A lamp's second spelling of its colour, or a key that is there twice: the first one speaks.
                let place = expose.path + (expose.sounding.map { [$0.feature.rawValue] } ?? [])
                guard paths.insert(place).inserted else { return nil }
                let isLock = expose.family == "lock" && expose.key == "state"
                return (expose, isLock ? sibling("lock_state") : nil)
            }
        }
    }

    /// What stops covers and tells of their way, and the exposes that are spoken for by it.
    private static func movements(
        _ exposes: [ZigbeeExpose]
    ) -> (claims: [ZigbeeClaim], spokenFor: Set<ZigbeeExpose>) {
        var (claims, spokenFor): ([ZigbeeClaim], Set<ZigbeeExpose>) = ([], [])
        for state in exposes where state.family == "cover" && state.key == "state" {
            let telling = exposes.first { expose in
                ZigbeeVocabulary.movements.contains(expose.key) && expose.endpoint == state.endpoint
                    && expose.access.contains(.state) && !expose.access.contains(.set) && expose.tellsMovement
            }
            guard let claim = ZigbeeClaim(stopping: state, reporting: telling) else { continue }
            claims.append(claim)
            if let telling { spokenFor.insert(telling) }
        }
        return (claims, spokenFor)
    }

    private static func bind(_ claims: [ZigbeeClaim], to part: PartID, isTwoWay: Bool) -> [ZigbeeBinding] {
        var taken: Set<CapabilityName> = []
        return claims.sorted { $0.rank == $1.rank ? $0.key < $1.key : $0.rank < $1.rank }.map { claim in
            let name = claim.name(notIn: taken)
            taken.insert(name)
            let fit = claim.fit
            let floor = isTwoWay && claim.kind == .power ? claim.kind.facts.range.lowerBound : nil
            let capability = Capability(
                name, minimum: fit.minimum ?? floor, maximum: fit.maximum, step: fit.step,
                roundsToStep: fit.step != nil && fit.step != 100,
                options: fit.options, isReported: claim.isReported, isCommanded: claim.isCommanded, flow: claim.flow,
                announcedUnit: claim.expose.unit)
            return ZigbeeBinding(
                expose: claim.expose, value: ValueBinding(part, capability, fit.coding, reportedUnit: fit.reportedUnit),
                reportPath: claim.reportPath, words: fit.words, range: fit.range)
        }
    }
}

extension ZigbeeExpose {
    /// Whether each of its words says that a cover opens, closes or stands.
    fileprivate var tellsMovement: Bool {
        words?.allSatisfy { $0.text.map { Vocabulary.meaning(of: $0, in: .movement) != nil } ?? false } ?? false
    }
}
