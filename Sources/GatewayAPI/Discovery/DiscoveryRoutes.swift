import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

/// Discovered devices, and findings on their network.
enum DiscoveryRoutes {
    static let all: [Route<DeviceServices>] = [
        .on(
            .get, path: "/discovered", access: .requires(.addDevices),
            summary: "List the discovered devices that are not adopted"
        ) { call in
            let registry = call.services.state.registry
            let (waiting, adopted) = (await registry.waiting, await registry.snapshot.devices.values)
            let known = Set(
                waiting.flatMap(\.all).flatMap(\.description.hardware) + adopted.flatMap(\.description.hardware))
            let paired = Set(try await call.services.pairings.all(as: call.identity).map(\.service))
            let announced = await call.services.discovered.all
            let own = announced.filter { paired.contains($0.id) }
            let services = announced.filter { DiscoveredBody.lists($0, besides: known, own: own) }
            return waiting.map { DiscoveredBody($0) } + services.map { DiscoveredBody($0) }
        },
        .on(
            .post, path: "/discovered/:id/adopt", access: .requires(.addDevices),
            confirmingOnly: StepUpCondition(.commands, text: "requests with `purposes`"),
            summary: "Adopt a discovered device",
            taking: AdoptionBody.self,
            problems: [.conflict]
        ) { call, adoption in
            if !adoption.purposes.isEmpty { try await call.require(.perItem, stepUp: .commands) }
            let id = try call.id(of: Device.self)
            try await requireAdoptable(id, in: call.services, as: call.identity)
            let device = try await call.services.devices.adopt(
                id, name: adoption.name, room: adoption.room, purposes: adoption.purposes,
                dialect: adoption.dialect, as: call.identity)
            return Created(await HomeView(call.services.state, identity: call.identity).body(device))
        },
        .on(
            .get, path: "/findings", access: .requires(.addDevices),
            summary: "List the findings on the devices' network"
        ) {
            call in try await call.services.findings.all(as: call.identity).map { LinkFindingBody($0) }
        },
        .on(
            .delete, path: "/findings/:id", access: .requires(.addDevices),
            summary: "Clear a finding, with the message if the network retains it",
            problems: [.conflict]
        ) { call in
            try await call.services.findings.clear(try call.id(of: LinkFinding.self), as: call.identity)
            return NoContent()
        },
    ]

    /// Throws `.conflict` for a device that is only listed: it must be paired or configured first, or the gateway does
    /// not speak its protocol.
    private static func requireAdoptable(
        _ id: DeviceID, in services: DeviceServices, as identity: Identity
    ) async throws(ActionRefusal) {
        guard let service = await services.discovered.all.first(where: { $0.deviceID == id }) else { return }
        guard try await !services.pairings.all(as: identity).contains(where: { $0.service == service.id }) else {
            throw .conflict("“\(service.name)” is paired already. Adopt its devices: tomte devices list --discovered")
        }
        throw .conflict(service.adoptionObstacle)
    }
}

extension NetworkService {
    /// Why the device cannot be adopted, and what to do first.
    fileprivate var adoptionObstacle: String {
        switch kind {
        case .web: "“\(name)” is not connected yet. Configure it first: tomte devices setup"
        case .homeKit where pairingOffer == .elsewhere:
            "“\(name)” is paired with another controller. Remove it there, or reset it to its factory settings; then "
                + "pair it here: tomte homekit pair"
        case .homeKit: "“\(name)” is not paired yet. Pair it first: tomte homekit pair"
        case .homeKitThread:
            "“\(name)” uses HomeKit over Thread, which the gateway does not support. If the device also supports "
                + "Matter, that may be the way to add it."
        case .matterOperational:
            "“\(name)” belongs to another home. Share it from the app that has it, and pair it here with the code that the "
                + "app shows: tomte matter commission"
        case .matterCommissionable where pairingOffer == nil:
            "“\(name)” accepts no code now. Share it from the app that has it, or press its button for pairing; then pair "
                + "it here: tomte matter commission"
        case .matterCommissionable: "“\(name)” is not paired yet. Pair it first: tomte matter commission"
        }
    }
}
