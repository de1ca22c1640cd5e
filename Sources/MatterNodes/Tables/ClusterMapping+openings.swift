import HomeModel
import MatterProtocol

extension ClusterMapping {
    /// Locks, covers, doors and gates.
    static let openings: [ClusterMapping] = [
        ClusterMapping(
            0x0101,
            rows: [
                .special(
                    .lock, reported: [0x0000], events: [0x00], invoked: [0x00, 0x01, 0x27],
                    values: "1 locked, 2 unlocked, 3 unlatched; null and 0 unknown; the alarm 0 jammed"
                ) { lock(of: $0, named: $1) },
                .boolean(
                    .contact, from: 0x0003, test: .isAmong([1], otherwise: [0, 3, 5]),
                    text: "1 closed; 0, 3 and 5 open; others unknown"),
            ]),
        ClusterMapping(
            0x0102,
            rows: [
                .special(
                    .position, reported: [0x000E, 0x0008], invoked: [0x05, 0x00, 0x01],
                    values: "%, 100 open; Matter counts from open to closed"
                ) { cluster, name in
                    // The lift; of a cover that reports no position, only the ends can be reached.
                    let current = cluster.present([0x0E, 0x08])
                    guard cluster.hasFeature(0, unknown: !current.isEmpty) || !cluster.hasFeature(1) else { return nil }
                    return position(
                        of: cluster, named: name, current: current, goTo: 0x05, isAware: cluster.hasFeature(2))
                },
                .special(
                    .tilt, reported: [0x000F, 0x0009], invoked: [0x08], values: "%, 100 open"
                ) { cluster, name in
                    let current = cluster.present([0x0F, 0x09])
                    guard cluster.hasFeature(1, unknown: !current.isEmpty), !current.isEmpty else { return nil }
                    return position(
                        of: cluster, named: name, current: current, goTo: 0x08, isAware: cluster.hasFeature(4))
                },
                .special(
                    .movement, reported: [0x000A], invoked: [0x02],
                    values: "0 stopped, 1 opening, 2 closing; the only command is to stop"
                ) { cluster, name in
                    guard cluster.accepts(0x02) else { return nil }
                    let status = cluster.has(0x0A) ? cluster.path(0x0A) : nil
                    return MappedValue(name, coding: MovementCoding(status: status, stop: cluster.invoke(0x02)))
                },
            ]),
        ClusterMapping(
            0x0104,
            rows: [
                .special(
                    .garageDoor, reported: [0x0003, 0x0001, 0x0004], invoked: [0x01, 0x00],
                    values: "open, closed, opening, closing, stopped; with the tag gate or garage door"
                ) { cluster, name in
                    guard cluster.has(3), isGate(cluster) else { return nil }
                    let coding = ClosureCoding(
                        endpoint: cluster.endpoint.number, isDoor: true, canStop: cluster.accepts(0x00))
                    return MappedValue(name, coding: coding)
                },
                .special(
                    .position, reported: [0x0003, 0x0001], invoked: [0x01],
                    values: "%, 0 closed, 100 open; with any other tag"
                ) { cluster, name in
                    guard cluster.has(3), !isGate(cluster) else { return nil }
                    let coding = ClosureCoding(endpoint: cluster.endpoint.number, isDoor: false, canStop: false)
                    var value = MappedValue(name, coding: coding)
                    value.step = 100
                    return value
                },
                .special(
                    .movement, reported: [], invoked: [0x00], values: "the only command is to stop"
                ) { cluster, name in
                    guard cluster.has(3), !isGate(cluster), cluster.accepts(0x00) else { return nil }
                    return MappedValue(name, coding: MovementCoding(status: nil, stop: cluster.invoke(0x00)))
                },
            ]),
        ClusterMapping(
            0x0105,
            rows: [
                .special(
                    .position, reported: [0x0000], invoked: [0x00],
                    values: "%, 100 open; Matter counts from open to closed; of a panel without the tag tilt"
                ) { isTilt($0) ? nil : panel(of: $0, named: $1) },
                .special(
                    .tilt, reported: [0x0000], invoked: [0x00],
                    values: "%, 100 open; of a panel with the tag tilt"
                ) { isTilt($0) ? panel(of: $0, named: $1) : nil },
            ]),
    ]

    private static func lock(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        guard cluster.has(0) else { return nil }
        let coding = LockCoding(
            state: cluster.path(0), hasUnbolt: cluster.hasFeature(12) && cluster.accepts(0x27),
            requiresPIN: cluster.has(0x33) ? cluster.path(0x33) : nil,
            pinLengths: pinLengths(shortest: cluster.whole(0x18), longest: cluster.whole(0x17)),
            alarm: cluster.eventPath(0x00))
        var value = MappedValue(name, coding: coding)
        value.options = ["locked", "unlocked", LockCoding.jammed, "unlatched"]
        return value
    }

    /// Most locks accept 4 to 8 digits; this is assumed of a lock that says nothing, or nothing that is possible.
    static func pinLengths(shortest: Int64?, longest: Int64?) -> ClosedRange<Int> {
        let usual = 4...8
        let possible = LockPIN.possibleLengths
        let shortest = shortest.flatMap { Int(exactly: $0) }.map { possible.contains($0) ? $0 : 0 }
        let longest = longest.flatMap { Int(exactly: $0) }.map { min($0, possible.upperBound) }
        let lower = shortest ?? min(usual.lowerBound, longest ?? usual.lowerBound)
        let upper = longest ?? max(usual.upperBound, lower)
        return lower >= 1 && lower <= upper ? lower...upper : usual
    }

    private static func position(
        of cluster: ClusterInstance, named name: CapabilityName, current: [AttributePath], goTo: UInt32, isAware: Bool
    ) -> MappedValue? {
        let canGo = (isAware || !current.isEmpty) && cluster.accepts(goTo)
        // Without a position to go to, the commands to open and close move the lift.
        guard canGo || goTo == 0x05 && cluster.accepts(PositionCoding.opens) else { return nil }
        let coding = PositionCoding(
            current: current, cluster: cluster.id, endpoint: cluster.endpoint.number, goTo: canGo ? goTo : nil)
        var value = MappedValue(name, coding: coding)
        value.step = canGo ? 1 : 100
        return value
    }

    /// Whether a closure is a gate or a garage door, under which a person may stand.
    private static func isGate(_ cluster: ClusterInstance) -> Bool {
        cluster.endpoint.tags.contains {
            $0.manufacturer == nil && $0.namespace == SemanticTag.closures && ($0.tag == 4 || $0.tag == 5)
        }
    }

    // MARK: Panels

    private static func isTilt(_ cluster: ClusterInstance) -> Bool {
        cluster.endpoint.tags.contains { $0.manufacturer == nil && $0.namespace == 0x45 && $0.tag == 1 }
    }

    private static func panel(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        guard cluster.has(0), cluster.hasFeature(0, unknown: true) else { return nil }
        var coding = NumberCoding(
            sources: [cluster.path(0)], field: 0, scale: .linear(factor: -0.01, offset: 100),
            valid: ValidNumbers.hundredths)
        if cluster.accepts(0x00) {
            coding.setter = NumberCoding.Setter(
                request: .invoke(0x00, cluster: cluster.id, endpoint: cluster.endpoint.number, tag: 0),
                range: ValidNumbers.hundredths, step: 1)
        }
        coding.tolerance = .number(2)
        var value = MappedValue(name, coding: coding)
        value.step = 1
        return value
    }
}
