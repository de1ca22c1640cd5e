import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

enum DiscoveryRoutes {
    static let all: [Route] = [
        .on(.get, "/discovered", .requires(.addDevices)) { call in
            let devices = await call.home.registry.waiting.map { DiscoveredBody($0) }
            let services = await call.home.services.all.map { DiscoveredBody($0) }
            return try .json(devices + services)
        },
        .on(.post, "/discovered/:id/adopt", .requires(.addDevices)) { call in
            let adoption = try await call.body(AdoptionBody.self)
            let device = try await call.home.devices.adopt(
                try call.id(of: Device.self), name: adoption.name, room: adoption.room, purposes: adoption.purposes,
                as: call.identity)
            return try .json(await HomeView(call).body(device), status: .created)
        },
    ]
}
