import GatewayCore
import GatewayWire
import HomeModel

extension MaintenanceScheduleBody {
    /// Returns the schedule. Throws `.invalid` when a property that its kind needs is missing, or when one belongs to
    /// another kind. The values are checked by the service.
    func schedule() throws(ActionRefusal) -> MaintenanceSchedule {
        try requireOnly(own: kind.properties)
        switch kind {
        case .calendar:
            let isWholeMonth = isWholeMonth ?? false
            return .calendar(
                CalendarRecurrence(
                    every: try needed(every, name: "every"), unit: try needed(unit, name: "unit"),
                    first: try needed(first, name: "first"),
                    basis: basis ?? CalendarRecurrence.usualBasis(isWholeMonth: isWholeMonth),
                    isWholeMonth: isWholeMonth))
        case .once: return .once(try needed(first, name: "first"))
        case .usage:
            return .usage(
                UsageRule(
                    series: try series(), measure: try needed(measure, name: "measure"),
                    limit: try needed(limit, name: "limit"), rule: runRule))
        case .reported:
            return .reported(
                ReportedRule(
                    series: try series(), comparison: try needed(comparison, name: "comparison"), limit: value))
        }
    }

    /// The rule with what is usual where a person states nothing.
    private var runRule: RunRule {
        guard let runsAtWatts else { return .states }
        return RunRule(
            runsAtWatts: runsAtWatts, restsBelowWatts: restsBelowWatts,
            longestPauseSeconds: longestPauseSeconds ?? RunRule.usualPauseSeconds,
            shortestRunSeconds: shortestRunSeconds ?? RunRule.usualRunSeconds)
    }

    private func series() throws(ActionRefusal) -> SeriesID {
        SeriesID(
            device: try needed(device, name: "device"), part: part ?? .main,
            capability: try needed(capability, name: "capability"))
    }

    private func needed<Value>(_ value: Value?, name: String) throws(ActionRefusal) -> Value {
        guard let value else {
            throw .invalid(
                field: "schedule.\(name)", code: "missing",
                detail: "A schedule of the kind “\(kind.rawValue)” needs “\(name)”.")
        }
        return value
    }

    private func requireOnly(own: Set<String>) throws(ActionRefusal) {
        guard let other = present.first(where: { !own.contains($0) }) else { return }
        throw .invalid(
            field: "schedule.\(other)", code: "contradictory",
            detail: "A schedule of the kind “\(kind.rawValue)” has no “\(other)”.")
    }

    /// The names of the properties that have a value, besides the kind.
    private var present: [String] {
        let properties: KeyValuePairs<String, Bool> = [
            "first": first != nil, "every": every != nil, "unit": unit != nil, "basis": basis != nil,
            "isWholeMonth": isWholeMonth != nil, "device": device != nil, "part": part != nil,
            "capability": capability != nil, "measure": measure != nil, "limit": limit != nil,
            "runsAtWatts": runsAtWatts != nil, "restsBelowWatts": restsBelowWatts != nil,
            "longestPauseSeconds": longestPauseSeconds != nil, "shortestRunSeconds": shortestRunSeconds != nil,
            "comparison": comparison != nil, "value": value != nil,
        ]
        return properties.filter(\.value).map(\.key)
    }
}

extension MaintenanceScheduleBody.Kind {
    fileprivate var properties: Set<String> {
        switch self {
        case .calendar: ["first", "every", "unit", "basis", "isWholeMonth"]
        case .once: ["first"]
        case .usage:
            [
                "device", "part", "capability", "measure", "limit", "runsAtWatts", "restsBelowWatts",
                "longestPauseSeconds", "shortestRunSeconds",
            ]
        case .reported: ["device", "part", "capability", "comparison", "value"]
        }
    }
}
