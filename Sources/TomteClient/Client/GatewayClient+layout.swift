package import GatewayWire

/// The routes of layouts of the home screen.
extension GatewayClient {
    /// The caller's layout, or with `isDefault` the default of the home.
    package func layout(isDefault: Bool) async throws(Failure) -> Response<LayoutBody> {
        try await send(GatewayRequest(.get, path: Self.path(isDefault: isDefault)))
    }

    /// Replaces the caller's own layout, or with `isDefault` the default of the home. The response is the caller's
    /// layout.
    package func set(_ layout: NewLayoutBody, isDefault: Bool) async throws(Failure) -> Response<LayoutBody> {
        try await send(GatewayRequest(.put, path: Self.path(isDefault: isDefault)).withBody(layout))
    }

    /// Removes the caller's own layout, or with `isDefault` the default of the home. The response is the caller's
    /// layout.
    package func resetLayout(isDefault: Bool) async throws(Failure) -> Response<LayoutBody> {
        try await send(GatewayRequest(.delete, path: Self.path(isDefault: isDefault)))
    }

    private static func path(isDefault: Bool) -> String { isDefault ? "/home/layout" : "/layout" }
}
