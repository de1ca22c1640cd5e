import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel

/// The PINs of locks that demand one with each command over the network.
enum LockPINRoutes {
    private static let device = QueryParameter.id(
        "device", of: Device.self,
        about: "A lock among the `devices` of the pairing; absent if only one of them demands a PIN")

    static let all: [Route<DeviceServices>] = [
        .on(
            .put, path: "/device-pairings/:id/lock-pin", access: .requires(.addDevices), confirming: .people,
            summary: "Keep the PIN that a lock demands with each command over the network", taking: LockPINBody.self,
            problems: [.conflict]
        ) { call, body in
            try await call.services.pairings.keepLockPIN(
                Secret(body.pin), of: body.device, behind: try call.id(of: Device.self), as: call.identity)
            return NoContent()
        },
        .on(
            .delete, path: "/device-pairings/:id/lock-pin", access: .requires(.addDevices),
            summary: "Delete the PIN of a lock here, so that the gateway can no longer command the lock",
            query: [device], problems: [.conflict]
        ) { call in
            try await call.services.pairings.deleteLockPIN(
                of: try call.query(device), behind: try call.id(of: Device.self), as: call.identity)
            return NoContent()
        },
    ]
}
