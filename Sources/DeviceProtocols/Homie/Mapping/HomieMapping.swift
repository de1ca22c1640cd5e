import HomeModel

/// Maps a described device to the gateway's model: nodes become parts, properties become capabilities.
struct HomieMapping {
    private(set) var parts: [Part] = []
    private(set) var bindings: [HomieBinding] = []
    /// Properties that no capability can represent, with the reason.
    private(set) var unsupported: [HomiePropertyPath: String] = [:]

    /// Nodes and properties are mapped in the order of their ids, so that the same description always gives the same
    /// names.
    init(_ description: HomieDescription) {
        var taken: Set<PartID> = []
        for (id, node) in description.nodes.sorted(by: { HomieID.precedes($0.key, $1.key) }) {
            let part = PartID(homie: id, notIn: taken)
            taken.insert(part)
            let bound = bind(node, nodeID: id, to: part, convention: description.convention).sorted {
                $0.capability.name < $1.capability.name
            }
            bindings += bound
            parts.append(Part(id: part, capabilities: bound.map(\.capability)))
        }
    }

    private mutating func bind(
        _ node: HomieNode, nodeID: String, to part: PartID, convention: HomieConvention
    ) -> [HomieBinding] {
        var candidates: [HomieCapabilityCandidate] = []
        for (id, property) in node.properties {
            let path = HomiePropertyPath(node: nodeID, property: id)
            do throws(DialectError) {
                if let candidate = HomieCapabilityCandidate(
                    id, property: property, format: try HomieFormat(property, convention: convention))
                {
                    candidates.append(candidate)
                } else {
                    unsupported[path] = "No capability supports values of this kind."
                }
            } catch {
                unsupported[path] = error.description
            }
        }
        var taken: Set<CapabilityName> = []
        return candidates.sorted { $0.rank == $1.rank ? HomieID.precedes($0.id, $1.id) : $0.rank < $1.rank }.map {
            candidate in
            let name = candidate.name(notIn: taken)
            taken.insert(name)
            return HomieBinding(
                HomiePropertyPath(node: nodeID, property: candidate.id), property: candidate.property, part: part,
                name: name,
                fit: candidate.fit, flow: candidate.flow(in: node, nodeID))
        }
    }
}

/// A candidate for a capability, before name conflicts between the properties of a node are resolved.
private struct HomieCapabilityCandidate {
    let id: String
    let property: HomieProperty
    let kind: CapabilityKind
    /// 0 for the kind's own id. `.max` if the id does not identify the kind, so the id remains as the label.
    let rank: Int
    let fit: HomieValueMapping

    /// Determines the kind by the id, then by the unit, then by the options, then by the datatype.
    init?(_ id: String, property: HomieProperty, format: HomieFormat) {
        self.id = id
        self.property = property
        let named = HomieVocabulary.candidates(id).filter { candidate in
            // These names are ambiguous for settable properties and for numbers without a unit: `speed` can be the
            // speed of a fan.
            if HomieVocabulary.measured.contains(candidate.kind) { return !property.settable && property.unit != nil }
            return candidate.rank == 0 || property.settable || !HomieVocabulary.actuators.contains(candidate.kind)
        }
        let unnamed = [
            Self.kind(byUnitOf: id, property), Self.kind(byOptionsOf: id, property, format: format),
            Self.kind(byTypeOf: property),
        ].compactMap(\.self)
        for (kind, rank) in named + unnamed.map({ (kind: $0, rank: Int.max) }) {
            guard let fit = HomieValueMapping(kind, id: id, property: property, format: format) else { continue }
            (self.kind, self.rank, self.fit) = (kind, rank, fit)
            return
        }
        return nil
    }

    func name(notIn taken: Set<CapabilityName>) -> CapabilityName {
        let plain = CapabilityName(kind)
        guard rank == .max || taken.contains(plain) else { return plain }
        let labels = Set(taken.compactMap { $0.kind == kind ? $0.label : nil })
        return CapabilityName(kind, label: PartID(homie: id, notIn: labels))
    }

    /// The words of the property are more specific than those of its node.
    func flow(in node: HomieNode, _ nodeID: String) -> EnergyFlow? {
        guard kind.hasFlow else { return nil }
        return [property.name, id, nodeID, node.name, node.type].lazy.compactMap(\.self)
            .compactMap(EnergyFlow.init(homieWords:)).first
    }

    /// A settable number in °C is a set-point. Other units identify a measured quantity.
    private static func kind(byUnitOf id: String, _ property: HomieProperty) -> CapabilityKind? {
        let kind = property.unit.flatMap { Vocabulary.kind(measuredIn: $0, named: SafetyKeywords.words(of: id)) }
        guard property.settable else { return kind }
        return kind == .temperature ? .targetTemperature : nil
    }

    /// The kind of a choice that opens, unlocks or disarms something. Its options decide and not its id, because safety
    /// depends on them.
    private static func kind(
        byOptionsOf id: String, _ property: HomieProperty, format: HomieFormat
    ) -> CapabilityKind? {
        guard property.settable, case .options(let words) = format else { return nil }
        return SafetyKeywords.kind(of: words, named: SafetyKeywords.words(of: id), isSetting: false)
    }

    private static func kind(byTypeOf property: HomieProperty) -> CapabilityKind {
        switch property.datatype {
        case .integer, .float: .number
        // A person must still be asked what a relay with an unknown name moves or feeds.
        case .boolean: property.settable ? .switch : .choice
        case .enum: .choice
        case .color: .color
        case .string, .datetime, .duration, .json: .text
        }
    }
}

extension HomieID {
    /// Sorts ids that are valid part ids first, so that no converted id takes their name.
    fileprivate static func precedes(_ left: String, _ right: String) -> Bool {
        let (isLeftOurs, isRightOurs) = (PartID(left) != nil, PartID(right) != nil)
        return isLeftOurs == isRightOurs ? left < right : isLeftOurs
    }
}

extension PartID {
    /// Uses the id unchanged if it is a valid part id. Homie ids may be longer and may begin with a hyphen.
    fileprivate init(homie id: String, notIn taken: Set<PartID>) {
        self = PartID(slugging: String(id.drop { $0 == "-" }), fallback: .main, notIn: taken)
    }
}
