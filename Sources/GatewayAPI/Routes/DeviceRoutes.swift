import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

enum DeviceRoutes {
    static let all: [Route] = [
        .on(.get, "/devices", .perItem) { call in
            let view = await HomeView(call)
            return try .json(view.visibleDevices.map(view.body))
        },
        .on(.get, "/devices/:id", .perItem) { call in
            let view = await HomeView(call)
            guard let device = view.device(try call.id(of: Device.self)) else { throw ActRefusal.notFound }
            return try .json(view.body(device))
        },
        .on(.patch, "/devices/:id", .requires(.modifySettings)) { call in
            let change = try await call.body(DeviceChangeBody.self)
            let device = try await call.home.devices.change(
                try call.id(of: Device.self), name: change.name, room: change.room, purposes: change.purposes,
                as: call.identity)
            return try .json(await HomeView(call).body(device))
        },
        .on(.delete, "/devices/:id", .requires(.addDevices)) { call in
            try await call.home.devices.remove(try call.id(of: Device.self), as: call.identity)
            return .nothing
        },
        .on(.post, "/devices/:id/provision", .requires(.addDevices)) { call in
            let credential = try await call.home.credentials.provision(
                try call.id(of: Device.self), as: call.identity)
            return try .json(CredentialBody(credential), status: .created)
        },
        .on(.get, "/rooms", .perItem) { call in
            let view = await HomeView(call)
            return try .json(view.visibleRooms.map(RoomBody.init))
        },
    ]
}

extension RoomBody {
    init(_ room: Room) { self.init(id: room.id, name: room.name.text) }
}
