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
            let services = await call.services.discovered.all.filter { DiscoveredBody.lists($0, besides: known) }
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
            try await requireAdoptable(id, in: call.services.discovered)
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

    /// Throws `.conflict` for a device that is only listed: the gateway cannot control HomeKit and Matter devices yet,
    /// and others must be configured first.
    private static func requireAdoptable(_ id: DeviceID, in discovered: DiscoveredServices) async throws(ActionRefusal)
    {
        guard let service = await discovered.all.first(where: { DiscoveredBody($0).id == id }) else { return }
        guard service.kind != .web else {
            throw .conflict("“\(service.name)” is not connected yet. Configure it first: tomte devices setup")
        }
        throw .conflict(
            "“\(service.name)” cannot be adopted yet: devices of the protocol \(service.kind.protocolName) are only "
                + "listed.")
    }
}
