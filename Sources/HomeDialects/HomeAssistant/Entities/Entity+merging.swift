import HomeModel

extension [Entity] {
    /// Removes duplicates: triggers on the same topic become one button, and a value that both a thermostat and its
    /// sensor report becomes one capability.
    var merged: [Entity] {
        var seen: Set<ReportedValueKey> = []
        var triggers: [StateMapping: Int] = [:]
        var result: [Entity] = []
        for entity in self {
            if let (stateMapping, words) = entity.trigger {
                if let index = triggers[stateMapping] {
                    result[index] = result[index].accepting(words)
                    continue
                }
                triggers[stateMapping] = result.count
            }
            let candidates = entity.candidates.filter { candidate in
                guard candidate.commandMapping == nil, !candidate.isLabelled, let stateMapping = candidate.stateMapping
                else { return true }
                return seen.insert(
                    ReportedValueKey(kind: candidate.kind, coding: candidate.coding, stateMapping: stateMapping)
                ).inserted
            }
            result.append(candidates.count == entity.candidates.count ? entity : entity.with(candidates))
        }
        return result
    }
}

/// Identifies a reported value, to find duplicates.
private struct ReportedValueKey: Hashable {
    let kind: CapabilityKind
    let coding: ValueCoding
    let stateMapping: StateMapping
}

extension Entity {
    /// The topic of a trigger and the words that it accepts.
    fileprivate var trigger: (stateMapping: StateMapping, words: Set<String>)? {
        guard config.platform == "device_automation", var stateMapping = candidates.first?.stateMapping,
            case .only(let words) = stateMapping.transformation
        else { return nil }
        stateMapping.transformation = .none
        return (stateMapping, words)
    }
}
