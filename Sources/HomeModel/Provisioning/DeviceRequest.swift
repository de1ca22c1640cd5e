/// One request to a device's own web server that sets something. Printing or mirroring it shows no content, because it
/// may contain the password of the device's credential.
package struct DeviceRequest: Sendable, CustomStringConvertible, CustomReflectable {
    /// The effect of the request.
    package enum Effect: Sendable {
        case settings
        /// The device restarts, and may end the connection without a response.
        case restart
    }

    package let effect: Effect
    /// Whether the request contains the password of the credential.
    package let containsPassword: Bool
    /// The path with its query, percent-encoded.
    package let path: Secret
    /// The JSON document to post; nil for a request with GET.
    package let body: Secret?

    package init(_ effect: Effect = .settings, path: String, body: String? = nil, containsPassword: Bool = false) {
        self.effect = effect
        self.containsPassword = containsPassword
        self.path = Secret(path)
        self.body = body.map { Secret($0) }
    }

    package var description: String { "<redacted>" }
    package var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
