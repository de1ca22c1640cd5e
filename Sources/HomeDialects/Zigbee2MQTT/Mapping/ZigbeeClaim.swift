import HomeModel

/// What an expose wants to be, before two of one part can want the same.
struct ZigbeeClaim {
    let expose: ZigbeeExpose
    let part: String
    /// Without the endpoint or phase.
    let key: String
    let kind: CapabilityKind
    /// 0 is the kind's own key; `.max` means that the key says nothing, so it stays as the label.
    let rank: Int
    private(set) var fit: ZigbeeFit
    private(set) var reportPath: [String]
    private(set) var isReported: Bool
    let isCommanded: Bool

    /// By key; else by unit; else by options; else by type alone. `families` are those of the whole device: one that has
    /// none needs another explanation of its binaries.
    init?(_ expose: ZigbeeExpose, besides families: Set<String>) {
        let phase = ZigbeeVocabulary.phase(of: expose.key)
        self.expose = expose
        part = phase?.part ?? expose.endpoint ?? PartID.main.rawValue
        key = expose.sounding?.feature.rawValue ?? phase?.key ?? expose.key
        reportPath = expose.path
        let isTold = expose.access.contains(.set)
        (isReported, isCommanded) = (expose.access.contains(.state), isTold)
        // A contact cannot be told anything: what is called so and can be is a setting.
        let candidates = expose.sounding == nil ? ZigbeeVocabulary.candidates(key, in: expose.family) : []
        let named =
            candidates
            .filter { isTold ? $0.kind != .contact : !$0.kind.isActuator }
        let unnamed = Self.kinds(of: expose, key, isTold: isTold, besides: families)
        for (kind, rank) in named + unnamed {
            // What is told in °C is a set-point of some sort, never a measurement.
            if isTold, case .reading = kind.facts.recording { continue }
            guard let fit = ZigbeeFit(kind, expose) else { continue }
            (self.kind, self.rank, self.fit) = (kind, rank, fit)
            return
        }
        return nil
    }

    /// The movement of a cover whose `state` can be told to stop. What `state` reports is where the cover is, or what it
    /// was told, so only `reporting` tells of the way.
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

    func with(bolt: ZigbeeExpose) -> ZigbeeClaim {
        guard let words = bolt.words else { return self }
        var claim = self
        (claim.fit, claim.reportPath) = (fit.withBolt(words), bolt.path)
        return claim
    }

    private static func kinds(
        of expose: ZigbeeExpose, _ key: String, isTold: Bool, besides families: Set<String>
    ) -> [(kind: CapabilityKind, rank: Int)] {
        switch expose.sounding?.feature {
        case .power?: return [(.siren, 0)]
        case .squawk?: return [(.button, .max)]
        case .tone?, .level?, .duration?: return [(.choice, .max), (.number, .max)]
        case nil: break
        }
        // Whatever the type of its values: presses are presses.
        if key == "action", !isTold { return [(.button, 0), (.text, .max)] }
        switch expose.form {
        case .color: return [(.color, .max)]
        case .text: return [(.text, .max)]
        case .numeric(let range):
            let measured = range.unit.flatMap {
                Vocabulary.kind(measuredIn: $0, named: TellingWords.words(of: key))
            }
            // Of a valve, say: a person is asked what it moves.
            if isTold, key == "position" { return [(.position, 0)] }
            return (measured.map { [($0, .max)] } ?? []) + [(.number, .max)]
        case .options:
            let byOptions = isTold ? kind(byOptionsOf: expose, key, besides: families) : nil
            return (byOptions.map { [($0, .max)] } ?? []) + [(.choice, .max)]
        case .binary(let whenOff, let whenOn):
            let name = TellingWords.words(of: key)
            let meanings = [whenOff, whenOn].map { Vocabulary.meaning(of: $0.text ?? "", in: .valve) }
            // What only reports that it is open or closed moves nothing.
            guard isTold else {
                let isContact = meanings.allSatisfy { $0 != nil } && meanings[0] != meanings[1]
                return (isContact || ZigbeeVocabulary.isOpening(name) ? [(.contact, .max)] : []) + [(.choice, .max)]
            }
            if meanings == ["closed", "open"], !TellingWords.speaksAgainst(name, isSetting: expose.isSetting) {
                return [(.valve, key == "state" ? 0 : .max)]
            }
            if expose.family == "lock", !TellingWords.isKeyLock(TellingWords.words(of: key)) { return [(.lock, .max)] }
            if ZigbeeVocabulary.sirens.contains(key) { return [(.siren, 0)] }
            guard ZigbeeVocabulary.mayMove(expose, isAlone: families.isEmpty) else { return [(.choice, .max)] }
            return [(.switch, key == "state" ? 0 : .max)]
        }
    }

    /// A choice that opens, unlocks or disarms something is what it does, unless its own key or category, or the device
    /// that it belongs to, speaks against it: safety hangs on it.
    private static func kind(
        byOptionsOf expose: ZigbeeExpose, _ key: String, besides families: Set<String>
    ) -> CapabilityKind? {
        let name = TellingWords.words(of: key)
        let kind = TellingWords.kind(
            of: expose.words?.compactMap(\.text) ?? [], named: name, isSetting: expose.isSetting)
        guard kind == .garageDoor else { return kind }
        // A thermostat opens and closes a radiator, and a cover's own position moves what it moves: what else goes up and
        // down there is told like a button, which asks what the part moves, or is a setting.
        if families.contains("climate"), !TellingWords.mayMove(name) { return nil }
        return families.contains("cover") && !TellingWords.mayMove(name)
            ? (ZigbeeVocabulary.steps(name) ? .button : nil) : kind
    }

    func name(notIn taken: Set<CapabilityName>) -> CapabilityName {
        let plain = CapabilityName(kind)
        guard rank == .max || taken.contains(plain) else { return plain }
        let labels = Set(taken.compactMap { $0.kind == kind ? $0.label : nil })
        return CapabilityName(kind, label: PartID(slugging: key, fallback: .main, notIn: labels))
    }

    /// `energy` is what was consumed, unless a word says otherwise.
    var flow: EnergyFlow? {
        guard kind.hasFlow else { return nil }
        let told = [key, expose.label, expose.endpoint].lazy.compactMap(\.self).compactMap(EnergyFlow.init(homieWords:))
        return told.first ?? (kind == .energy ? .consumption : nil)
    }
}

extension CapabilityKind {
    /// What makes no sense to be only read under this name.
    fileprivate var isActuator: Bool {
        switch self {
        case .switch, .brightness, .colorTemperature, .color, .targetTemperature, .fanSpeed: true
        default: false
        }
    }
}
