import Foundation
import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

enum DeviceRoutes {
    static let all: [Route] = [
        .on(.get, "/devices", .perItem, "The devices that one may see") { call in
            EncodedAnswer<[DeviceBody]>(
                bytes: try await call.home.deviceLists.list(for: call.identity) { seen in
                    Array(try JSONEncoder.ofAnswers.encode(DeviceBody(seen)))
                })
        },
        .on(.get, "/devices/:id", .perItem, "One device") { call in
            let view = await HomeView(call)
            guard let device = view.device(try call.id(of: Device.self)) else { throw ActRefusal.notFound }
            return view.body(device)
        },
        .on(
            .patch, "/devices/:id", .requires(.modifySettings),
            confirmingOnly: StepUpCondition(.commands, "Changing `purposes`"),
            "Rename it, move it, say what its parts move or feed",
            taking: DeviceChangeBody.self
        ) { call, change in
            // What feeds a heater must not become a lamp without a PIN: then switching it would need none.
            if change.purposes != nil { try await call.require(.perItem, .commands) }
            let device = try await call.home.devices.change(
                try call.id(of: Device.self), name: change.name, room: change.room, purposes: change.purposes,
                as: call.identity)
            return await HomeView(call).body(device)
        },
        .on(
            .delete, "/devices/:id", .requires(.addDevices), "Take it out of the home; its credential ends now"
        ) { call in
            try await call.home.devices.remove(try call.id(of: Device.self), as: call.identity)
            return NoContent()
        },
    ]
}

extension RoomBody {
    init(_ room: Room) { self.init(id: room.id, name: room.name.text) }
}
