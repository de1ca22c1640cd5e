import HomeModel

/// Determines the capabilities of one entity. An extension for each platform adds the details.
struct EntityMapping {
    let config: EntityConfig
    let slug: String
    private(set) var candidates: [CapabilityCandidate] = []
    private(set) var others: [String] = []

    init(_ config: EntityConfig, slug: String) {
        self.config = config
        self.slug = slug
    }

    /// Maps the platform. If it throws, all of its candidates are discarded.
    mutating func map() throws(DialectError) {
        let before = self
        do throws(DialectError) {
            try mapPlatform()
        } catch {
            self = before
            throw error
        }
    }

    /// Adds a candidate. If its template is not supported, only this candidate is left out and the others of the entity
    /// remain.
    mutating func attempt(_ what: String, candidate: () throws(DialectError) -> CapabilityCandidate?)
        throws(DialectError)
    {
        do throws(DialectError) {
            add(try candidate())
        } catch .templateNotSupported(let template) {
            leaveOut("template not supported (\(template))", of: what)
        }
    }

    private mutating func mapPlatform() throws(DialectError) {
        switch config.platform {
        case "sensor": try mapSensor()
        case "binary_sensor": try mapBinarySensor()
        case "switch": try mapSwitch()
        case "light": try mapLight()
        case "cover": try mapCover()
        case "lock": try mapLock()
        case "valve": try mapValve()
        case "climate": try mapClimate()
        case "water_heater": try mapWaterHeater()
        case "humidifier": try mapHumidifier()
        case "fan": try mapFan()
        case "number": try mapNumber()
        case "select": try mapSelect()
        case "button": try mapButton()
        case "event": try mapEvent()
        case "device_automation": try mapTrigger()
        case "text": try mapText()
        case "siren": try mapSiren()
        case "vacuum": try mapVacuum()
        case "alarm_control_panel": try mapAlarm()
        default: leaveOut("this platform is not supported")
        }
        if candidates.isEmpty, others.isEmpty { leaveOut("it has no supported topic") }
        for key in config.truncatedLists {
            leaveOut("at most \(EntityConfig.maximumOptions) of its values are read", of: key)
        }
    }

    mutating func add(_ candidate: CapabilityCandidate?) {
        guard let candidate, candidate.stateMapping != nil || candidate.commandMapping != nil else { return }
        candidates.append(candidate)
    }

    mutating func changeCandidates(of kind: CapabilityKind, _ change: (inout CapabilityCandidate) -> Void) {
        for index in candidates.indices where candidates[index].kind == kind { change(&candidates[index]) }
    }

    // MARK: Omissions

    mutating func leaveOut(_ reason: String, of what: String? = nil) {
        let name = EscapedText(config.fields["name"]?.word ?? config.object, limit: 64)
        others.append("\(EscapedText(config.platform, limit: 32)) \(name)\(what.map { ", \($0)" } ?? ""): \(reason)")
    }

    mutating func leaveOut(_ error: DialectError) {
        if case .templateNotSupported(let what) = error {
            leaveOut("template not supported (\(what))")
        } else {
            leaveOut(error.description)
        }
    }

    // MARK: State and command mappings

    /// Returns nil if the entity has no such topic.
    func stateMapping(
        _ topic: String, template: String?, transformation: ValueTransformation = .none,
        variables: [String: JSONValue] = [:]
    ) throws(DialectError) -> StateMapping? {
        guard let topic = config.topic(topic) else { return nil }
        let template = try template.map(config.template) ?? nil
        return StateMapping(
            topic: topic, extraction: Extraction(template, variables: variables), transformation: transformation)
    }

    func commandMapping(
        _ topic: String, template: String?, form: CommandEncoding, variables: [String: JSONValue] = [:]
    ) throws(DialectError) -> CommandMapping? {
        guard let topic = config.topic(topic) else { return nil }
        let template = try template.map(config.template) ?? nil
        return CommandMapping(topic: topic, qos: config.qos, form: form, template: template, variables: variables)
    }

    /// A choice in the device's own words for state and command.
    func choice(
        _ label: String, words: [String]?, command: String, commandTemplate: String?, state: String,
        stateTemplate: String?
    ) throws(DialectError) -> CapabilityCandidate? {
        guard let words, !words.isEmpty else { return nil }
        let options = words.map { ChoiceWord(word: $0, meaning: $0) }
        return .choice(
            options, label: label, stateMapping: try stateMapping(state, template: stateTemplate),
            commandMapping: try commandMapping(command, template: commandTemplate, form: .options(options)))
    }

    /// Whether the entity serves only the configuration or diagnosis of the device.
    var hasEntityCategory: Bool { config.fields["entity_category"]?.text != nil }

    /// Whether the entity serves only the configuration of the device.
    var isConfiguration: Bool { config.fields["entity_category"]?.text == "config" }
}
