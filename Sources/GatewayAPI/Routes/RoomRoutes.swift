import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

enum RoomRoutes {
    static let all: [Route] = [
        .on(.get, "/rooms", .perItem, "The rooms of the devices that one may see; all for who changes settings") {
            call in
            await HomeView(call).visibleRooms.map(RoomBody.init)
        },
        .on(
            .post, "/rooms", .requires(.modifySettings), "A new room", taking: RoomNameBody.self, problems: [.conflict]
        ) { call, new in
            Created(RoomBody(try await call.home.rooms.add(name: new.name, as: call.identity)))
        },
        .on(
            .patch, "/rooms/:id", .requires(.modifySettings), "Rename it", taking: RoomNameBody.self,
            problems: [.conflict]
        ) { call, change in
            RoomBody(
                try await call.home.rooms.rename(
                    try call.id(of: Room.self), name: change.name, as: call.identity))
        },
        .on(
            .delete, "/rooms/:id", .requires(.modifySettings), "Its devices are in no room afterwards",
            problems: [.conflict]
        ) { call in
            try await call.home.rooms.remove(try call.id(of: Room.self), as: call.identity)
            return NoContent()
        },
    ]
}
