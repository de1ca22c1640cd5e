package import GatewayWire

/// The routes of layouts of the home screen.
extension GatewayClient {
    /// The caller's layout, or with `isDefault` the default of the home.
    package func layout(isDefault: Bool) async throws(Failure) -> Response<LayoutBody> {
        try await send(GatewayRequest(.get, path: Self.path(isDefault: isDefault)))
    }

    /// Replaces the caller's own layout, or with `isDefault` the default of the home. The response is the caller's
    /// layout. Throws the problem `changedMeanwhile` unless the layout has this version now.
    package func set(
        _ layout: NewLayoutBody, replacing version: String, isDefault: Bool
    ) async throws(Failure) -> Response<LayoutBody> {
        var request = GatewayRequest(.put, path: Self.path(isDefault: isDefault)).withBody(layout)
        request.headers = [("If-Match", "\"\(version)\"")]
        return try await send(request)
    }

    /// Removes the caller's own layout, or with `isDefault` the default of the home. The response is the caller's
    /// layout.
    package func resetLayout(isDefault: Bool) async throws(Failure) -> Response<LayoutBody> {
        try await send(GatewayRequest(.delete, path: Self.path(isDefault: isDefault)))
    }

    private static func path(isDefault: Bool) -> String { isDefault ? "/home/layout" : "/layout" }
}
