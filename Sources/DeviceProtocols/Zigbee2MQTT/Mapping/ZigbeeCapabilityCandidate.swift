import HomeModel

/// A candidate for a capability, before name conflicts within a part are resolved.
struct ZigbeeCapabilityCandidate {
    let expose: ZigbeeExpose
    let part: String
    /// The key without the endpoint or phase.
    let key: String
    let kind: CapabilityKind
    /// 0 for the kind's own key. `.max` if the key does not identify the kind, so the key remains as the label.
    let rank: Int
    private(set) var fit: ZigbeeValueMapping
    private(set) var reportPath: [String]
    private(set) var isReported: Bool
    let isCommanded: Bool

    /// Determines the kind by the key, then by the unit, then by the options, then by the type. `families` contains the
    /// families of the whole device; without any, a binary with an unknown key may be a relay.
    init?(_ expose: ZigbeeExpose, besides families: Set<String>) {
        let phase = ZigbeeVocabulary.phase(of: expose.key)
        self.expose = expose
        part = phase?.part ?? expose.endpoint ?? PartID.main.rawValue
        key = expose.sirenFeature?.feature.rawValue ?? phase?.key ?? expose.key
        reportPath = expose.path
        let isSettable = expose.access.contains(.set)
        (isReported, isCommanded) = (expose.access.contains(.state), isSettable)
        // A contact cannot be set. A settable value with such a name is a setting.
        let candidates = expose.sirenFeature == nil ? ZigbeeVocabulary.candidates(key, in: expose.family) : []
        let named =
            candidates
            .filter { isSettable ? $0.kind != .contact : !$0.kind.isActuator }
        let unnamed = Self.kinds(of: expose, key, isSettable: isSettable, besides: families)
        for (kind, rank) in named + unnamed {
            // A settable value in °C is a set-point and never a measurement.
            if isSettable, case .reading = kind.facts.recording { continue }
            guard let fit = ZigbeeValueMapping(kind, expose: expose) else { continue }
            (self.kind, self.rank, self.fit) = (kind, rank, fit)
            return
        }
        return nil
    }

    /// The movement of a cover whose `state` accepts a stop command. `state` reports the position or the last command,
    /// so only `reporting` reports the movement.
    init?(stopping state: ZigbeeExpose, reporting: ZigbeeExpose?) {
        let isStopped = state.access.contains(.set) && state.words?.contains("STOP") ?? false
        guard isStopped || reporting != nil else { return nil }
        expose = isStopped ? state : reporting ?? state
        part = state.endpoint ?? PartID.main.rawValue
        (key, kind, rank) = ("movement", .movement, 0)
        reportPath = reporting?.path ?? state.path
        (isReported, isCommanded) = (reporting != nil, isStopped)
        fit = .movement(reporting?.words ?? [])
    }

    func with(bolt: ZigbeeExpose) -> ZigbeeCapabilityCandidate {
        guard let words = bolt.words else { return self }
        var candidate = self
        (candidate.fit, candidate.reportPath) = (fit.withBolt(words), bolt.path)
        return candidate
    }

    private static func kinds(
        of expose: ZigbeeExpose, _ key: String, isSettable: Bool, besides families: Set<String>
    ) -> [(kind: CapabilityKind, rank: Int)] {
        switch expose.sirenFeature?.feature {
        case .power?: return [(.siren, 0)]
        case .squawk?: return [(.button, .max)]
        case .tone?, .level?, .duration?: return [(.choice, .max), (.number, .max)]
        case nil: break
        }
        // An action is a press, whatever the type of its values is.
        if key == "action", !isSettable { return [(.button, 0), (.text, .max)] }
        switch expose.form {
        case .color: return [(.color, .max)]
        case .text: return [(.text, .max)]
        case .numeric(let range):
            let measured = range.unit.flatMap {
                Vocabulary.kind(measuredIn: $0, named: SafetyKeywords.words(of: key))
            }
            // This can be the position of a valve; a person is asked what it moves.
            if isSettable, key == "position" { return [(.position, 0)] }
            return (measured.map { [($0, .max)] } ?? []) + [(.number, .max)]
        case .options:
            let byOptions = isSettable ? kind(byOptionsOf: expose, key, besides: families) : nil
            return (byOptions.map { [($0, .max)] } ?? []) + [(.choice, .max)]
        case .binary(let whenOff, let whenOn):
            let name = SafetyKeywords.words(of: key)
            let meanings = [whenOff, whenOn].map { Vocabulary.meaning(of: $0.text ?? "", in: .valve) }
            // A read-only value that is open or closed moves nothing.
            guard isSettable else {
                let isContact = meanings.allSatisfy { $0 != nil } && meanings[0] != meanings[1]
                return (isContact || ZigbeeVocabulary.isOpening(name) ? [(.contact, .max)] : []) + [(.choice, .max)]
            }
            if meanings == ["closed", "open"], !SafetyKeywords.excludesMovement(name, isSetting: expose.isSetting) {
                return [(.valve, key == "state" ? 0 : .max)]
            }
            if expose.family == "lock", !SafetyKeywords.isKeyLock(SafetyKeywords.words(of: key)) {
                return [(.lock, .max)]
            }
            if ZigbeeVocabulary.sirens.contains(key) { return [(.siren, 0)] }
            guard ZigbeeVocabulary.mayMove(expose, isAlone: families.isEmpty) else { return [(.choice, .max)] }
            return [(.switch, key == "state" ? 0 : .max)]
        }
    }

    /// The kind of a choice that opens, unlocks or disarms something, because safety depends on its options. Nil if its
    /// key, its category or the families of its device show that it is something else.
    private static func kind(
        byOptionsOf expose: ZigbeeExpose, _ key: String, besides families: Set<String>
    ) -> CapabilityKind? {
        let name = SafetyKeywords.words(of: key)
        let kind = SafetyKeywords.kind(
            of: expose.words?.compactMap(\.text) ?? [], named: name, isSetting: expose.isSetting)
        guard kind == .garageDoor else { return kind }
        // Opening and closing in a thermostat concerns its radiator. A cover is moved by its position; another choice
        // with these words moves it in steps and becomes a button, for which a person is asked what the part moves, or
        // it is a setting.
        if families.contains("climate"), !SafetyKeywords.mayMove(name) { return nil }
        return families.contains("cover") && !SafetyKeywords.mayMove(name)
            ? (ZigbeeVocabulary.steps(name) ? .button : nil) : kind
    }

    func name(notIn taken: Set<CapabilityName>) -> CapabilityName {
        let plain = CapabilityName(kind)
        guard rank == .max || taken.contains(plain) else { return plain }
        let labels = Set(taken.compactMap { $0.kind == kind ? $0.label : nil })
        return CapabilityName(kind, label: PartID(slugging: key, fallback: .main, notIn: labels))
    }

    /// `energy` is consumption, unless a word names another flow.
    var flow: EnergyFlow? {
        guard kind.hasFlow else { return nil }
        let told = [key, expose.label, expose.endpoint].lazy.compactMap(\.self).compactMap(EnergyFlow.init(homieWords:))
        return told.first ?? (kind == .energy ? .consumption : nil)
    }
}

extension CapabilityKind {
    /// Kinds that a read-only value with such a name cannot have.
    fileprivate var isActuator: Bool {
        switch self {
        case .switch, .brightness, .colorTemperature, .color, .targetTemperature, .fanSpeed: true
        default: false
        }
    }
}
