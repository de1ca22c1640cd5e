import MosquittoTransport
import TestSupport

/// A bare client in a lane of the gateway that was killed: what the broker and our connection alone can do.
enum BareLane: String {
    case telemetry = "tomte-telemetry"
    case control = "tomte-control"

    /// The lane's own credential.
    func files(in home: HomeUnderTest) -> TLSFiles {
        let folder = "\(home.state)/certificates"
        return TLSFiles(
            certificateAuthority: "\(folder)/device-root.pem", certificate: "\(folder)/\(rawValue).pem",
            privateKey: "\(folder)/\(rawValue).key")
    }

    /// Connects with the lane's own credential, so call it while no gateway runs. With `session` the subscriptions and
    /// the queue that the gateway left at the broker are taken over, else they are dropped.
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
