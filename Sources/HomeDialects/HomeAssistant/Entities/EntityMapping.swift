import HomeModel

/// Finds the capabilities of one entity; the platforms extend it.
struct EntityMapping {
    let config: EntityConfig
    let slug: String
    private(set) var claims: [Claim] = []
    private(set) var others: [String] = []

    init(_ config: EntityConfig, slug: String) {
        self.config = config
        self.slug = slug
    }

    /// A platform's claims count together or not at all.
    mutating func map() throws(DialectError) {
        let before = self
        do throws(DialectError) {
            try mapPlatform()
        } catch {
            self = before
            throw error
        }
    }

    /// Adds a claim; where only its template is none of ours, the entity's others still count.
    mutating func attempt(_ what: String, _ claim: () throws(DialectError) -> Claim?) throws(DialectError) {
        do throws(DialectError) {
            add(try claim())
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
        default: leaveOut("nothing here represents this platform")
        }
        if claims.isEmpty, others.isEmpty { leaveOut("it names no topic that is read here") }
        for key in config.cutLists {
            leaveOut("at most \(EntityConfig.maximumOptions) of its values are read", of: key)
        }
    }

    mutating func add(_ claim: Claim?) {
        guard let claim, claim.source != nil || claim.sink != nil else { return }
        claims.append(claim)
    }

    mutating func changeClaims(of kind: CapabilityKind, _ change: (inout Claim) -> Void) {
        for index in claims.indices where claims[index].kind == kind { change(&claims[index]) }
    }

    // MARK: What is left out

    mutating func leaveOut(_ reason: String, of what: String? = nil) {
        let name = InertText(config.fields["name"]?.word ?? config.object, limit: 64)
        others.append("\(InertText(config.platform, limit: 32)) \(name)\(what.map { ", \($0)" } ?? ""): \(reason)")
    }

    mutating func leaveOut(_ error: DialectError) {
        if case .templateNotSupported(let what) = error {
            leaveOut("template not supported (\(what))")
        } else {
            leaveOut(error.description)
        }
    }

    // MARK: Sources and sinks

    /// Nil without a topic.
    func source(
        _ topic: String, _ template: String?, _ reshaping: Reshaping = .none, variables: [String: JSONValue] = [:]
    ) throws(DialectError) -> Source? {
        guard let topic = config.topic(topic) else { return nil }
        let template = try template.map(config.template) ?? nil
        return Source(
            topic: topic, extraction: Extraction(template, variables: variables), reshaping: reshaping)
    }

    func sink(
        _ topic: String, _ template: String?, _ form: CommandForm, variables: [String: JSONValue] = [:]
    ) throws(DialectError) -> Sink? {
        guard let topic = config.topic(topic) else { return nil }
        let template = try template.map(config.template) ?? nil
        return Sink(topic: topic, qos: config.qos, form: form, template: template, variables: variables)
    }

    /// A word that is the device's own, on both ways.
    func choice(
        _ label: String, _ words: [String]?, command: String, commandTemplate: String?, state: String,
        stateTemplate: String?
    ) throws(DialectError) -> Claim? {
        guard let words, !words.isEmpty else { return nil }
        let options = words.map { ChoiceWord(word: $0, meaning: $0) }
        return .choice(
            options, label: label, source: try source(state, stateTemplate),
            sink: try sink(command, commandTemplate, .options(options)))
    }

    /// Whether it is only for setting the device up or watching over it.
    var isAside: Bool { config.fields["entity_category"]?.text != nil }

    /// Whether it is only for setting the device up.
    var isConfiguration: Bool { config.fields["entity_category"]?.text == "config" }
}
