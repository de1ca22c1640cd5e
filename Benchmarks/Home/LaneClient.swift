import MosquittoTransport
import TestSupport

/// A plain MQTT client in place of one lane of the gateway, which must have been killed: the performance of the broker
/// and the gateway's connection alone.
enum LaneClient: String {
    case telemetry = "tomte-telemetry"
    case control = "tomte-control"

    /// The credential of the lane.
    func files(in home: HomeUnderTest) -> TLSFiles {
        let folder = "\(home.state)/certificates"
        return TLSFiles(
            certificateAuthority: "\(folder)/device-root.pem", certificate: "\(folder)/\(rawValue).pem",
            privateKey: "\(folder)/\(rawValue).key")
    }

    /// Connects with the credential of the lane, so no gateway may run at the same time. With `session` the client
    /// takes over the subscriptions and the queue that the gateway left at the broker; otherwise the broker drops them.
    func connect(to home: HomeUnderTest, session: Bool = false) async throws -> MosquittoConnection {
        var settings = MosquittoSettings(
            host: "localhost", port: home.mqttPort, clientID: rawValue, tls: files(in: home))
        settings.receiveMaximum = 1000
        settings.sessionExpirySeconds = session ? 3600 : 0
        let connection = try MosquittoConnection(settings)
        try await connection.openAndWait()
        return connection
    }
}
