import ArgumentParser
import HomeAssistantHistory
import HomeModel

/// The energy flows that the user gave for entities of power or energy. The file does not contain flows.
struct EntityFlows: Sendable {
    private var flows: [String: EnergyFlow] = [:]

    /// Throws when an entity has two flows, or is imported into a device of the home, which has its own flow.
    init(_ wanted: [EntityFlow], besides targets: [EntityTarget] = []) throws(CLIError) {
        for flow in wanted {
            let entity = EscapedText(flow.entity)
            guard !targets.contains(where: { $0.entity == flow.entity }) else {
                throw .invalid("\(entity) is imported into a device with its own flow; leave out --flow or --into.")
            }
            guard flows.updateValue(flow.flow, forKey: flow.entity) ?? flow.flow == flow.flow else {
                throw .invalid("\(entity) has two flows; leave one out.")
            }
        }
    }

    subscript(entity: String) -> EnergyFlow? { flows[entity] }

    /// Throws when an entity is not in the file, or measures something that has no flow, as far as this is known before
    /// the rows are read.
    func check(in history: RecorderHistory) async throws {
        for entity in flows.keys.sorted() {
            switch try await history.preview(at: entity) {
            case .measures(let kind): _ = try flow(of: entity, measuring: kind)
            case .leftOut(let reason):
                throw CLIError.invalid("\(EscapedText(entity)) cannot have a flow, as it is left out: \(reason).")
            case .unknown: throw Self.unknown(entity)
            case .unclear: break
            }
        }
    }

    /// The flow that the user gave for `entity`, which measures `kind`; nil without one. Throws when `kind` cannot have
    /// a flow.
    func flow(of entity: String, measuring kind: CapabilityKind) throws(CLIError) -> EnergyFlow? {
        guard let flow = flows[entity] else { return nil }
        guard kind.hasFlow else {
            throw .invalid(
                "\(EscapedText(entity)) measures \(kind.rawValue), but only power and energy have a flow; "
                    + "leave out its --flow.")
        }
        return flow
    }

    /// Throws when an entity with a flow is not among `entities`, which must be all entities of the file.
    func requireAll(among entities: [RecorderEntity]) throws(CLIError) {
        let read = Set(entities.map(\.id))
        if let missing = flows.keys.sorted().first(where: { !read.contains($0) }) { throw Self.unknown(missing) }
    }

    /// The entities with a flow but without readings, for which no flow is set.
    func unused(in entities: [RecorderEntity]) -> [String] {
        entities.filter { flows[$0.id] != nil && $0.readings == 0 }.map(\.id)
    }

    private static func unknown(_ entity: String) -> CLIError {
        .invalid("The file has no entity \(EscapedText(entity)); --dry-run without --flow shows all entities.")
    }
}

/// The energy flow of an entity, as an argument: `ENTITY=FLOW`.
struct EntityFlow: Hashable, Sendable {
    static let words = EnergyFlow.allCases.map(\.rawValue).joined(separator: ", ")

    let entity: String
    let flow: EnergyFlow

    init(argument: String) throws(ValidationError) {
        let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty else {
            throw ValidationError("Use ENTITY=FLOW, for instance sensor.meter=gridImport.")
        }
        guard let flow = EnergyFlow(rawValue: String(halves[1])) else {
            throw ValidationError("FLOW must be one of \(Self.words).")
        }
        entity = String(halves[0])
        self.flow = flow
    }
}
