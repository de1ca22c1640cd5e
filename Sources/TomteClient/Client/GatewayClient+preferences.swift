package import HomeModel

/// The routes of a person's preferences.
extension GatewayClient {
    package func preferences() async throws(Failure) -> Response<Preferences> {
        try await send(GatewayRequest(.get, path: "/preferences"))
    }

    package func set(_ preferences: Preferences) async throws(Failure) -> Response<Preferences> {
        try await send(GatewayRequest(.put, path: "/preferences").withBody(preferences))
    }
}
