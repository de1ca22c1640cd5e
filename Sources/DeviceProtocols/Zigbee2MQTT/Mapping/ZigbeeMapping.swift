import HomeModel

/// Maps a listed device to the gateway's model: endpoints and phases become parts, exposes become capabilities.
struct ZigbeeMapping {
    private(set) var parts: [Part] = []
    private(set) var bindings: [ZigbeeBinding] = []
    /// The exposes that no capability can represent, as `what: why`.
    private(set) var others: [String]

    init(_ entity: ZigbeeEntity) {
        others = entity.ignored
        let families = Set(entity.exposes.compactMap(\.family))
        var candidates: [ZigbeeCapabilityCandidate] = []
        let movements = Self.movements(entity.exposes)
        candidates += movements.candidates
        for expose in Self.merged(entity.exposes) where !movements.represented.contains(expose.leaf) {
            if let candidate = ZigbeeCapabilityCandidate(expose.leaf, besides: families) {
                candidates.append(expose.bolt.map(candidate.with(bolt:)) ?? candidate)
            } else {
                others.append("\(EscapedText(expose.leaf.key, limit: 64)): no capability supports values of this kind")
            }
        }
        // If energy is counted in both directions, the power can be negative.
        let isTwoWay = Set(candidates.filter { $0.kind == .energy }.map(\.flow)).count > 1
        var taken: Set<PartID> = []
        for name in candidates.map(\.part).reduce(into: [String](), { if !$0.contains($1) { $0.append($1) } }) {
            let part = PartID(slugging: name, fallback: .main, notIn: taken)
            taken.insert(part)
            let bound = Self.bind(candidates.filter { $0.part == name }, to: part, isTwoWay: isTwoWay)
            bindings += bound
            parts.append(Part(id: part, capabilities: bound.map(\.value.capability)))
        }
    }

    /// Removes exposes that another expose of the same endpoint represents.
    private static func merged(_ exposes: [ZigbeeExpose]) -> [(leaf: ZigbeeExpose, bolt: ZigbeeExpose?)] {
        var paths: Set<[String]> = []
        return exposes.compactMap { expose in
            func sibling(_ key: String) -> ZigbeeExpose? {
                exposes.first { $0.family == expose.family && $0.endpoint == expose.endpoint && $0.key == key }
            }
            switch (expose.family, expose.key) {
            // The position opens and closes the cover, and the movement stops it.
            case ("cover", "state") where sibling("position") != nil: return nil
            case ("lock", "lock_state") where sibling("state") != nil && expose.words != nil: return nil
            default:
                // Of two exposes with the same path, such as a lamp's two colour shapes, only the first counts.
                let place = expose.path + (expose.sirenFeature.map { [$0.feature.rawValue] } ?? [])
                guard paths.insert(place).inserted else { return nil }
                let isLock = expose.family == "lock" && expose.key == "state"
                return (expose, isLock ? sibling("lock_state") : nil)
            }
        }
    }

    /// The candidates that stop covers and report their movement, and the exposes that these candidates represent.
    private static func movements(
        _ exposes: [ZigbeeExpose]
    ) -> (candidates: [ZigbeeCapabilityCandidate], represented: Set<ZigbeeExpose>) {
        var (candidates, represented): ([ZigbeeCapabilityCandidate], Set<ZigbeeExpose>) = ([], [])
        for state in exposes where state.family == "cover" && state.key == "state" {
            let telling = exposes.first { expose in
                ZigbeeVocabulary.movements.contains(expose.key) && expose.endpoint == state.endpoint
                    && expose.access.contains(.state) && !expose.access.contains(.set) && expose.reportsMovement
            }
            guard let candidate = ZigbeeCapabilityCandidate(stopping: state, reporting: telling) else { continue }
            candidates.append(candidate)
            if let telling { represented.insert(telling) }
        }
        return (candidates, represented)
    }

    private static func bind(_ candidates: [ZigbeeCapabilityCandidate], to part: PartID, isTwoWay: Bool)
        -> [ZigbeeBinding]
    {
        var taken: Set<CapabilityName> = []
        return candidates.sorted { $0.rank == $1.rank ? $0.key < $1.key : $0.rank < $1.rank }.map { candidate in
            let name = candidate.name(notIn: taken)
            taken.insert(name)
            let fit = candidate.fit
            let floor = isTwoWay && candidate.kind == .power ? candidate.kind.facts.range.lowerBound : nil
            let capability = Capability(
                name, minimum: fit.minimum ?? floor, maximum: fit.maximum, step: fit.step,
                roundsToStep: fit.step != nil && fit.step != 100,
                options: fit.options, isReported: candidate.isReported, isCommanded: candidate.isCommanded,
                flow: candidate.flow,
                announcedUnit: candidate.expose.unit)
            return ZigbeeBinding(
                expose: candidate.expose,
                value: ValueBinding(part, capability: capability, coding: fit.coding, reportedUnit: fit.reportedUnit),
                reportPath: candidate.reportPath, words: fit.words, range: fit.range)
        }
    }
}

extension ZigbeeExpose {
    /// Whether each of its words means that a cover opens, closes or does not move.
    fileprivate var reportsMovement: Bool {
        words?.allSatisfy { $0.text.map { Vocabulary.meaning(of: $0, in: .movement) != nil } ?? false } ?? false
    }
}
