import Foundation
import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird
import PageFiles

/// Adopted devices.
enum DeviceRoutes {
    static let all: [Route<DeviceServices>] = [
        .on(.get, path: "/devices", access: .perItem, summary: "List the devices that the caller may see") { call in
            let bytes = try await call.services.lists.list(for: call.identity) { seen in
                Array(try JSONEncoder.forResponses.encode(DeviceBody(seen)))
            }
            // The list is the largest response of the first view. It contains no secret, so that its compressed length
            // reveals none.
            return EncodedResponse<[DeviceBody]>(
                bytes: bytes, gzipped: call.request.acceptsGzip ? Gzip.compressed(bytes) : nil)
        },
        .on(.get, path: "/devices/:id", access: .perItem, summary: "Get a device") { call in
            let view = await HomeView(call.services.state, identity: call.identity)
            guard let device = view.device(try call.id(of: Device.self)) else { throw ActionRefusal.notFound }
            return view.body(device)
        },
        .on(
            .patch, path: "/devices/:id", access: .requires(.modifySettings),
            confirmingOnly: StepUpCondition(.commands, text: "requests with `purposes`"),
            summary: "Change the name, the room or the purposes of a device",
            taking: DeviceChangeBody.self
        ) { call, change in
            // A change of purpose needs a PIN. Otherwise a part that feeds a heater could be made a lamp, which is
            // switched without a PIN.
            if change.purposes != nil { try await call.require(.perItem, stepUp: .commands) }
            let device = try await call.services.devices.change(
                try call.id(of: Device.self), name: change.name, room: change.room, purposes: change.purposes,
                as: call.identity)
            return await HomeView(call.services.state, identity: call.identity).body(device)
        },
        .on(
            .delete, path: "/devices/:id", access: .requires(.addDevices),
            summary: "Remove a device from the home, and revoke its credential"
        ) { call in
            try await call.services.devices.remove(try call.id(of: Device.self), as: call.identity)
            return NoContent()
        },
    ]
}

extension RoomBody {
    init(_ room: Room) { self.init(id: room.id, name: room.name.text) }
}
