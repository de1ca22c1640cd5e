import HomeModel

/// What a device reports once a command was done.
struct CommandProof: Sendable {
    /// Whose report shows it: the command's own series, or the switch of a lamp that was told the brightness 0.
    let series: SeriesID
    let value: CapabilityValue
    /// What the command itself names; a device that says which value it goes for says that.
    let target: Target
    /// What else must hold then: a lamp that has its brightness is on.
    let companions: [SeriesID: CapabilityValue]
    /// What the device had last reported of `companions`.
    let known: [SeriesID: CapabilityValue]
    let goals: Goals
    let travel: Travel?

    /// All that its reports show together.
    var shown: [SeriesID: CapabilityValue] { companions.merging([series: value]) { $1 } }

    struct Target: Sendable {
        let series: SeriesID
        let value: CapabilityValue
    }

    /// Nil where a command sets nothing in motion.
    struct Travel: Sendable {
        /// Whose reports tell whether the part is on its way, besides those of the command's own series.
        let movements: Set<SeriesID>
    }

    /// What a command makes of its part, in all words in which the part tells that.
    struct Goals: Sendable {
        let values: [SeriesID: CapabilityValue]
        /// Whether it stops what its part has in motion.
        let isStop: Bool
        /// Whether it sets its part in motion.
        let travels: Bool

        init(of series: SeriesID, becoming value: CapabilityValue, by part: Part?) {
            let values = part?.goals(of: series.capability, becoming: value) ?? [series.capability: value]
            self.values = Dictionary(
                values.map { (SeriesID(device: series.device, part: series.part, capability: $0.key), $0.value) }
            ) { $1 }
            isStop = part?.isStop(of: series.capability.kind, value) ?? false
            travels = series.capability.kind.travels && !isStop
        }

        /// Whether a part that has done `newer` may not hold to it any more once it does this. A stop ends nothing that was
        /// reached.
        func undo(_ newer: Goals) -> Bool { !isStop && exclude(newer) }

        /// Whether a part cannot do both and hold to both.
        func exclude(_ other: Goals) -> Bool {
            if isStop && other.travels || travels && other.isStop { return true }
            return values.contains { series, value in other.values[series].map { !value.isMet(by: $0) } ?? false }
        }
    }

    init(_ command: ValidCommand, _ expectation: Expectation) {
        let (request, part) = (command.request, command.device.description[command.request.part])
        func series(_ name: CapabilityName) -> SeriesID {
            SeriesID(device: request.device, part: request.part, capability: name)
        }
        let (shown, effects) = Self.shown(by: part, request.capability, becoming: expectation.value)
        (self.series, value) = (series(shown.name), shown.value)
        target = Target(series: request.series, value: expectation.value)
        companions = Dictionary(effects.map { (series($0.key), $0.value) }) { $1 }
        known = Dictionary(effects.keys.compactMap { name in command.known[name].map { (series(name), $0) } }) { $1 }
        goals = Goals(of: request.series, becoming: expectation.value, by: part)
        let movements =
            part?.capabilities.filter { $0.isReported && $0.kind.tellsMovement }.map { series($0.name) } ?? []
        travel = goals.travels ? Travel(movements: Set(movements).subtracting([series(shown.name)])) : nil
    }

    /// Which report of `part` shows that `name` became `value`, and what else holds then. A part that is not known any
    /// more shows it by `name` itself.
    private static func shown(
        by part: Part?, _ name: CapabilityName, becoming value: CapabilityValue
    ) -> (report: (name: CapabilityName, value: CapabilityValue), companions: [CapabilityName: CapabilityValue]) {
        var effects = part?.effects(of: name, becoming: value) ?? [:]
        if let own = effects.removeValue(forKey: name) { return ((name, own), effects) }
        guard let (other, effect) = effects.popFirst() else { return ((name, value), [:]) }
        return ((other, effect), effects)
    }

    /// Whose report shows a command of an earlier run, which value, and what it makes of its part.
    static func report(
        of record: CommandRecord, by device: Device?
    ) -> (series: SeriesID, value: CapabilityValue, goals: Goals) {
        let (series, part) = (record.series, device?.description[record.series.part])
        let (report, _) = shown(by: part, series.capability, becoming: record.value)
        return (
            SeriesID(device: series.device, part: series.part, capability: report.name), report.value,
            Goals(of: series, becoming: record.value, by: part)
        )
    }
}

extension CapabilityKind {
    /// Whether its words say that a part is on its way, and that it is not.
    fileprivate var tellsMovement: Bool { self == .movement || self == .garageDoor }
}
