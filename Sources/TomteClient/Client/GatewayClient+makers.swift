package import GatewayWire
package import HomeModel

/// The routes of the makers of devices.
extension GatewayClient {
    package func makers() async throws(Failure) -> Response<DeviceMakersBody> {
        try await send(GatewayRequest(.get, path: "/device-makers"))
    }

    /// The maker of a certificate, which is not added.
    package func checkMaker(_ maker: NewDeviceMakerBody) async throws(Failure) -> Response<DeviceMakerBody> {
        try await send(GatewayRequest(.post, path: "/device-makers/check").withBody(maker))
    }

    package func addMaker(_ maker: NewDeviceMakerBody) async throws(Failure) -> Response<DeviceMakerBody> {
        try await send(GatewayRequest(.post, path: "/device-makers").withBody(maker))
    }

    package func removeMaker(_ id: DeviceMakerID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/device-makers/\(id)"), for: EmptyBody.self)
    }
}
