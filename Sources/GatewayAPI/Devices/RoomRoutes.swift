import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// Rooms of the home.
enum RoomRoutes {
    static let all: [Route<DeviceServices>] = [
        .on(
            .get, path: "/rooms", access: .perItem,
            summary: "List the rooms of visible devices; all rooms for a caller who may change settings"
        ) {
            call in
            await HomeView(call.services.state, identity: call.identity).visibleRooms.map(RoomBody.init)
        },
        .on(
            .post, path: "/rooms", access: .requires(.modifySettings), summary: "Add a room", taking: RoomNameBody.self,
            problems: [.conflict]
        ) { call, new in
            Created(RoomBody(try await call.services.rooms.add(name: new.name, as: call.identity)))
        },
        .on(
            .patch, path: "/rooms/:id", access: .requires(.modifySettings), summary: "Rename a room",
            taking: RoomNameBody.self,
            problems: [.conflict]
        ) { call, change in
            RoomBody(
                try await call.services.rooms.rename(
                    try call.id(of: Room.self), name: change.name, as: call.identity))
        },
        .on(
            .delete, path: "/rooms/:id", access: .requires(.modifySettings),
            summary: "Remove a room; its devices are in no room afterwards",
            problems: [.conflict]
        ) { call in
            try await call.services.rooms.remove(try call.id(of: Room.self), as: call.identity)
            return NoContent()
        },
    ]
}
