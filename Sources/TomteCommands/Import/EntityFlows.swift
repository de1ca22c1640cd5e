import HomeAssistantHistory
import HomeModel

/// What the power and energy of some entities mean for the home's balance. The file does not say.
struct EntityFlows: Sendable {
    private var flows: [String: EnergyFlow] = [:]

    /// An entity has one flow at most, and none where its past goes to a device that tells its own.
    init(_ wanted: [EntityFlow], besides targets: [EntityTarget] = []) throws(CommandFailure) {
        for flow in wanted {
            let entity = InertText(flow.entity)
            guard !targets.contains(where: { $0.entity == flow.entity }) else {
                throw .invalid("\(entity) goes into a device that tells its own flow; leave out --flow or --into.")
            }
            guard flows.updateValue(flow.flow, forKey: flow.entity) ?? flow.flow == flow.flow else {
                throw .invalid("\(entity) is given two flows; leave one out.")
            }
        }
    }

    subscript(entity: String) -> EnergyFlow? { flows[entity] }

    /// Throws when an entity is not in the file, or measures something that has no flow, as far as that can be told
    /// before all is read.
    func check(in history: RecorderHistory) async throws {
        for entity in flows.keys.sorted() {
            switch try await history.glance(at: entity) {
            case .measures(let kind): _ = try flow(of: entity, measuring: kind)
            case .leftOut(let reason):
                throw CommandFailure.invalid("\(InertText(entity)) has no flow, for it is left out: \(reason).")
            case .unknown: throw Self.unknown(entity)
            case .unclear: break
            }
        }
    }

    /// The flow that somebody gave to `entity`, which measures `kind`; nil when nobody did.
    func flow(of entity: String, measuring kind: CapabilityKind) throws(CommandFailure) -> EnergyFlow? {
        guard let flow = flows[entity] else { return nil }
        guard kind.hasFlow else {
            throw .invalid(
                "\(InertText(entity)) measures \(kind.rawValue), but only power and energy have a flow; "
                    + "leave out its --flow.")
        }
        return flow
    }

    /// Once all is read: throws when one of them was not in it.
    func requireAll(among entities: [RecorderEntity]) throws(CommandFailure) {
        let read = Set(entities.map(\.id))
        if let missing = flows.keys.sorted().first(where: { !read.contains($0) }) { throw Self.unknown(missing) }
    }

    /// Those of which nothing came that could carry their flow.
    func unused(in entities: [RecorderEntity]) -> [String] {
        entities.filter { flows[$0.id] != nil && $0.readings == 0 }.map(\.id)
    }

    private static func unknown(_ entity: String) -> CommandFailure {
        .invalid("The file has no entity \(InertText(entity)); --dry-run without --flow shows those that it has.")
    }
}
