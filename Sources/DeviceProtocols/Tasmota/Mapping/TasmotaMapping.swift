import HomeModel

/// Maps a Tasmota device to the gateway's model.
package struct TasmotaMapping {
    package private(set) var bindings: [TasmotaBinding] = []
    private(set) var others: [String] = []
    private var taken: [PartID: Set<CapabilityName>] = [:]
    private var order: [PartID] = []

    static let maximumBindings = 256
    static let maximumOthers = 64

    package init(_ config: TasmotaConfig, sensors: TasmotaSensors) {
        let relays = mapOutputs(config)
        mapInputs(config, sensors: sensors)
        mapSensors(sensors, config: config, relays: relays)
        mapOwnState(config)
        if config.options.contains(4) {
            leaveOut("SetOption4", why: "The device then replies on topics that the gateway does not use; set it to 0.")
        }
        for list in config.truncatedLists {
            leaveOut(list, why: "At most \(TasmotaConfig.maximumItems) of its entries are read.")
        }
        if sensors.isCut {
            leaveOut("sensors", why: "At most \(TasmotaSensors.maximumValues) values, not nested deeply, are read.")
        }
    }

    /// `main` first, then the other parts in the order of their creation.
    var parts: [Part] {
        (order.filter { $0 == .main } + order.filter { $0 != .main }).map { part in
            Part(
                id: part,
                capabilities: bindings.lazy.filter { $0.value.part == part }.map(\.value.capability)
                    .sorted { $0.name < $1.name })
        }
    }

    /// Adds a binding under the plain name of the kind, or with `label` if `isLabelled` is set or the plain name is
    /// used.
    mutating func add(
        _ kind: CapabilityKind, to part: PartID, label: String, isLabelled: Bool = false, coding: ValueCoding,
        encoding: TasmotaEncoding = .plain, unit: Unit? = nil, at locations: [TasmotaLocation], command: String? = nil,
        facts: TasmotaConstraints = TasmotaConstraints()
    ) {
        guard bindings.count < Self.maximumBindings else {
            return leaveOut(label, why: "At most \(Self.maximumBindings) capabilities are read.")
        }
        let names = taken[part] ?? []
        var name = CapabilityName(kind)
        if isLabelled || names.contains(name) {
            let labels = Set(names.compactMap { $0.kind == kind ? $0.label : nil })
            name = CapabilityName(kind, label: PartID(slugging: label, fallback: .main, notIn: labels))
        }
        let capability = Capability(
            name, minimum: facts.range?.lowerBound, maximum: facts.range?.upperBound, step: facts.step,
            roundsToStep: facts.step != nil, options: facts.options, isCommanded: command != nil, flow: facts.flow,
            announcedUnit: facts.announcedUnit)
        if taken[part] == nil { order.append(part) }
        taken[part, default: []].insert(name)
        bindings.append(
            TasmotaBinding(
                value: ValueBinding(part, capability: capability, coding: coding, reportedUnit: unit),
                encoding: encoding,
                locations: locations, command: command))
    }

    mutating func leaveOut(_ what: String, why: String) {
        if others.count < Self.maximumOthers { others.append("\(EscapedText(what, limit: 64)): \(why)") }
    }

    /// The values that every device reports with its state.
    private mutating func mapOwnState(_ config: TasmotaConfig) {
        if config.hasBattery {
            add(
                .battery, to: .main, label: "BatteryPercentage", coding: .number(.identity),
                at: [.state(TasmotaPath("BatteryPercentage"))])
        }
        add(
            .linkQuality, to: .main, label: "RSSI", coding: .number(.identity),
            at: [.state(TasmotaPath("Wifi", "RSSI"))])
    }
}

/// The limits and details of a capability.
struct TasmotaConstraints {
    var range: ClosedRange<Double>?
    var step: Double?
    var options: [String]?
    var flow: EnergyFlow?
    var announcedUnit: String?
}
