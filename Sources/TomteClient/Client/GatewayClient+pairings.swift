package import GatewayWire
package import HomeModel

/// The routes of pairings with devices.
extension GatewayClient {
    package func devicePairings() async throws(Failure) -> Response<[DevicePairingBody]> {
        try await send(GatewayRequest(.get, path: "/device-pairings"))
    }

    /// Pairs with a discovered device. Small devices compute for many seconds.
    package func pair(_ id: DeviceID, code: DevicePairingCodeBody) async throws(Failure) -> Response<DevicePairingBody>
    {
        try await send(GatewayRequest(.post, path: "/discovered/\(id)/pair").withBody(code).within(.seconds(180)))
    }

    /// Removes a pairing. The response has the status 204 when it is removed, and 202 with the pairing when it is kept
    /// until the device is seen.
    package func unpair(_ id: DeviceID, discarding: Bool) async throws(Failure) -> Response<DevicePairingBody> {
        try await send(
            GatewayRequest(.delete, path: "/device-pairings/\(id)").withQuery([("discard", discarding ? "true" : nil)])
                .within(.seconds(60)))
    }

    /// Makes a discovered device that has no pairing show where it is.
    package func identifyDiscovered(_ id: DeviceID) async throws(Failure) {
        _ = try await send(
            GatewayRequest(.post, path: "/discovered/\(id)/identify").within(.seconds(60)), for: EmptyBody.self)
    }

    package func identifyPaired(_ id: DeviceID) async throws(Failure) {
        _ = try await send(
            GatewayRequest(.post, path: "/device-pairings/\(id)/identify").within(.seconds(60)), for: EmptyBody.self)
    }

    package func identify(_ id: DeviceID) async throws(Failure) {
        _ = try await send(
            GatewayRequest(.post, path: "/devices/\(id)/identify").within(.seconds(60)), for: EmptyBody.self)
    }

    package func controllers(of id: DeviceID) async throws(Failure) -> Response<[DeviceControllerBody]> {
        try await send(GatewayRequest(.get, path: "/device-pairings/\(id)/controllers").within(.seconds(60)))
    }

    package func share(
        _ id: DeviceID, with controller: NewDeviceControllerBody
    ) async throws(Failure) -> Response<DeviceControllerBody> {
        try await send(
            GatewayRequest(.post, path: "/device-pairings/\(id)/controllers").withBody(controller).within(.seconds(60)))
    }

    package func unshare(_ id: DeviceID, from identifier: String) async throws(Failure) {
        _ = try await send(
            GatewayRequest(.delete, path: "/device-pairings/\(id)/controllers")
                .withQuery([("identifier", identifier)]).within(.seconds(60)),
            for: EmptyBody.self)
    }

    /// Makes a paired device accept a new code, which is in the response.
    package func openPairing(
        _ id: DeviceID, sharing: NewDeviceSharingBody
    ) async throws(Failure) -> Response<DeviceSharingBody> {
        try await send(
            GatewayRequest(.post, path: "/device-pairings/\(id)/sharing").withBody(sharing).within(.seconds(60)))
    }

    package func closePairing(_ id: DeviceID) async throws(Failure) {
        _ = try await send(
            GatewayRequest(.delete, path: "/device-pairings/\(id)/sharing").within(.seconds(60)), for: EmptyBody.self)
    }

    /// Keeps the PIN that a lock demands with each command.
    package func keepLockPIN(_ body: LockPINBody, behind id: DeviceID) async throws(Failure) {
        _ = try await send(
            GatewayRequest(.put, path: "/device-pairings/\(id)/lock-pin").withBody(body), for: EmptyBody.self)
    }

    package func deleteLockPIN(of device: DeviceID, behind id: DeviceID) async throws(Failure) {
        _ = try await send(
            GatewayRequest(.delete, path: "/device-pairings/\(id)/lock-pin")
                .withQuery([("device", device.rawValue)]),
            for: EmptyBody.self)
    }
}
