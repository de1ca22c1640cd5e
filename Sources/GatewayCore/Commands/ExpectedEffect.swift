import HomeModel

/// The reports that confirm a command.
struct ExpectedEffect: Sendable {
    /// The series that confirms the command: the command's own series, or the switch of a lamp that was set to the
    /// brightness 0.
    let series: SeriesID
    let value: CapabilityValue
    /// The series and value that the command names. A device that reports the value it is going for reports this one.
    let target: Target
    /// Other values that must be true as well: a lamp that has its brightness is on.
    let companions: [SeriesID: CapabilityValue]
    /// The values of `companions` that the device had last reported.
    let known: [SeriesID: CapabilityValue]
    let goals: Goals
    let travel: Travel?

    /// All values that the confirming reports show together.
    var shown: [SeriesID: CapabilityValue] { companions.merging([series: value]) { $1 } }

    struct Target: Sendable {
        let series: SeriesID
        let value: CapabilityValue
    }

    /// Nil for a command that sets nothing in motion.
    struct Travel: Sendable {
        /// The series that report whether the part is moving, besides the command's own series.
        let movements: Set<SeriesID>
    }

    /// The state that a command gives its part, in every series of the part that shows it.
    struct Goals: Sendable {
        let values: [SeriesID: CapabilityValue]
        /// Whether the command stops the movement of its part.
        let isStop: Bool
        /// Whether the command sets its part in motion.
        let travels: Bool

        init(of series: SeriesID, becoming value: CapabilityValue, by part: Part?) {
            let values = part?.targetValues(of: series.capability, becoming: value) ?? [series.capability: value]
            self.values = Dictionary(
                values.map { (SeriesID(device: series.device, part: series.part, capability: $0.key), $0.value) }
            ) { $1 }
            isStop = part?.isStop(of: series.capability.kind, value) ?? false
            travels = series.capability.kind.travels && !isStop
        }

        /// Whether executing this command may end the state that `newer` has reached. A stop ends no state that was
        /// reached.
        func undoes(_ newer: Goals) -> Bool { !isStop && excludes(newer) }

        /// Whether the part cannot execute both commands and keep the states of both.
        func excludes(_ other: Goals) -> Bool {
            if isStop && other.travels || travels && other.isStop { return true }
            return values.contains { series, value in other.values[series].map { !value.isMet(by: $0) } ?? false }
        }
    }

    init(_ command: ValidCommand, expectation: ExpectedReport) {
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
            part?.capabilities.filter { $0.isReported && $0.kind.reportsMovement }.map { series($0.name) } ?? []
        travel = goals.travels ? Travel(movements: Set(movements).subtracting([series(shown.name)])) : nil
    }

    /// Returns the report of `part` that shows that `name` became `value`, and the other values that are then true. A
    /// part that is no longer known shows it by `name` itself.
    private static func shown(
        by part: Part?, _ name: CapabilityName, becoming value: CapabilityValue
    ) -> (report: (name: CapabilityName, value: CapabilityValue), companions: [CapabilityName: CapabilityValue]) {
        var effects = part?.effects(of: name, becoming: value) ?? [:]
        if let own = effects.removeValue(forKey: name) { return ((name, own), effects) }
        guard let (other, effect) = effects.popFirst() else { return ((name, value), [:]) }
        return ((other, effect), effects)
    }

    /// Returns the series and value that confirm a command of an earlier run, and the goals of that command.
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
    /// Whether values of this kind report that a part moves, and that it does not.
    fileprivate var reportsMovement: Bool { self == .movement || self == .garageDoor }
}
