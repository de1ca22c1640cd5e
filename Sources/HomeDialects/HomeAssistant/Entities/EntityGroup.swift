import HomeModel

extension [Entity] {
    /// What says the same thing twice says it once: triggers of one topic are one button, and a thermostat and its
    /// sensor may read one value.
    var merged: [Entity] {
        var seen: Set<Heard> = []
        var triggers: [Source: Int] = [:]
        var result: [Entity] = []
        for entity in self {
            if let (source, words) = entity.trigger {
                if let index = triggers[source] {
                    result[index] = result[index].hearing(words)
                    continue
                }
                triggers[source] = result.count
            }
            let claims = entity.claims.filter { claim in
                guard claim.sink == nil, !claim.isLabelled, let source = claim.source else { return true }
                return seen.insert(Heard(kind: claim.kind, coding: claim.coding, source: source)).inserted
            }
            result.append(claims.count == entity.claims.count ? entity : entity.with(claims))
        }
        return result
    }
}

private struct Heard: Hashable {
    let kind: CapabilityKind
    let coding: ValueCoding
    let source: Source
}

extension Entity {
    /// Where a trigger listens, and for which words.
    fileprivate var trigger: (source: Source, words: Set<String>)? {
        guard config.platform == "device_automation", var source = claims.first?.source,
            case .only(let words) = source.reshaping
        else { return nil }
        source.reshaping = .none
        return (source, words)
    }
}
