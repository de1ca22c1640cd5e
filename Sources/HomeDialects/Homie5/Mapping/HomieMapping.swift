import HomeModel

/// A described device in the model's words: nodes become parts, properties become capabilities.
struct HomieMapping {
    private(set) var parts: [Part] = []
    private(set) var bindings: [HomieBinding] = []
    /// Properties that cannot be represented, with the reason.
    private(set) var unsupported: [HomiePropertyPath: String] = [:]

    /// Nodes and properties are taken in the order of their ids, so that the same description gives the same names.
    init(_ description: HomieDescription) {
        var taken: Set<PartID> = []
        for (id, node) in description.nodes.sorted(by: { HomieID.precedes($0.key, $1.key) }) {
            let part = PartID(homie: id, notIn: taken)
            taken.insert(part)
            let bound = bind(node, id, to: part, description.convention).sorted {
                $0.capability.name < $1.capability.name
            }
            bindings += bound
            parts.append(Part(id: part, capabilities: bound.map(\.capability)))
        }
    }

    private mutating func bind(
        _ node: HomieNode, _ nodeID: String, to part: PartID, _ convention: HomieConvention
    ) -> [HomieBinding] {
        var claims: [HomieClaim] = []
        for (id, property) in node.properties {
            let path = HomiePropertyPath(node: nodeID, property: id)
            do throws(DialectError) {
                if let claim = HomieClaim(id, property, try HomieFormat(property, convention)) {
                    claims.append(claim)
                } else {
                    unsupported[path] = "Nothing here has values of this kind."
                }
            } catch {
                unsupported[path] = error.description
            }
        }
        var taken: Set<CapabilityName> = []
        return claims.sorted { $0.rank == $1.rank ? HomieID.precedes($0.id, $1.id) : $0.rank < $1.rank }.map { claim in
            let name = claim.name(notIn: taken)
            taken.insert(name)
            return HomieBinding(
                HomiePropertyPath(node: nodeID, property: claim.id), claim.property, part: part, name: name,
                fit: claim.fit, flow: claim.flow(in: node, nodeID))
        }
    }
}

/// What a property wants to be, before two of one node can want the same.
private struct HomieClaim {
    let id: String
    let property: HomieProperty
    let kind: CapabilityKind
    /// 0 is the kind's own id; `.max` means that the id says nothing, so it stays as the label.
    let rank: Int
    let fit: HomieFit

    /// By id; else by unit; else by datatype alone.
    init?(_ id: String, _ property: HomieProperty, _ format: HomieFormat) {
        self.id = id
        self.property = property
        let named = HomieVocabulary.candidates(id).filter { candidate in
            // Under such a name anything may be told, or counted without a unit: the speed of a fan, say.
            if HomieVocabulary.measured.contains(candidate.kind) { return !property.settable && property.unit != nil }
            return candidate.rank == 0 || property.settable || !HomieVocabulary.actuators.contains(candidate.kind)
        }
        let unnamed = [
            Self.kind(byUnitOf: id, property), Self.kind(byOptionsOf: id, property, format),
            Self.kind(byTypeOf: property),
        ].compactMap(\.self)
        for (kind, rank) in named + unnamed.map({ (kind: $0, rank: Int.max) }) {
            guard let fit = HomieFit(kind, id, property, format) else { continue }
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

    /// The property's own words tell more than its node's.
    func flow(in node: HomieNode, _ nodeID: String) -> EnergyFlow? {
        guard kind.hasFlow else { return nil }
        return [property.name, id, nodeID, node.name, node.type].lazy.compactMap(\.self)
            .compactMap(EnergyFlow.init(homieWords:)).first
    }

    /// What is told in °C is a set-point; other units name what is measured.
    private static func kind(byUnitOf id: String, _ property: HomieProperty) -> CapabilityKind? {
        let kind = property.unit.flatMap { Vocabulary.kind(measuredIn: $0, named: TellingWords.words(of: id)) }
        guard property.settable else { return kind }
        return kind == .temperature ? .targetTemperature : nil
    }

    /// A choice that opens, unlocks or disarms something is what it does, whatever its id: safety hangs on it.
    private static func kind(
        byOptionsOf id: String, _ property: HomieProperty, _ format: HomieFormat
    ) -> CapabilityKind? {
        guard property.settable, case .options(let words) = format else { return nil }
        return TellingWords.kind(of: words, named: TellingWords.words(of: id), isSetting: false)
    }

    private static func kind(byTypeOf property: HomieProperty) -> CapabilityKind {
        switch property.datatype {
        case .integer, .float: .number
        // A relay under a name of its own must still ask what it moves.
        case .boolean: property.settable ? .switch : .choice
        case .enum: .choice
        case .color: .color
        case .string, .datetime, .duration, .json: .text
        }
    }
}

extension HomieID {
    /// Ids that can be ours as they stand come first, so that no other takes their place.
    fileprivate static func precedes(_ left: String, _ right: String) -> Bool {
        let (isLeftOurs, isRightOurs) = (PartID(left) != nil, PartID(right) != nil)
        return isLeftOurs == isRightOurs ? left < right : isLeftOurs
    }
}

extension PartID {
    /// The id itself where it can be ours: Homie's may be longer and may begin with a hyphen.
    fileprivate init(homie id: String, notIn taken: Set<PartID>) {
        self = PartID(slugging: String(id.drop { $0 == "-" }), fallback: .main, notIn: taken)
    }
}
