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

/// `mosquitto_sub` in place of the telemetry lane of the gateway, which must have been killed: plain libmosquitto,
/// which acknowledges each message as it reads it. Its output goes to `/dev/null`.
struct MosquittoSubscriber {
    let home: HomeUnderTest

    /// Reads `count` messages from the queue of the session. Returns the duration, including start and handshakes.
    func receive(_ count: Int) async throws -> Duration {
        let lane = LaneClient.telemetry
        let files = lane.files(in: home)
        let start = ContinuousClock.now
        let program = try ChildProcess([
            "mosquitto_sub", "-V", "mqttv5", "-h", "localhost", "-p", "\(home.mqttPort)", "-i", lane.rawValue,
            "--cafile", files.certificateAuthority, "--cert", files.certificate ?? "", "--key", files.privateKey ?? "",
            "--tls-version", "tlsv1.3", "-c", "-x", "3600", "-D", "connect", "receive-maximum", "1000",
            // The program requires a topic; the session already has the subscriptions that matter.
            "-q", "1", "-t", "\(LoadGenerator.root)/5/none", "-C", "\(count)",
        ])
        guard await program.finish() == 0 else { throw ConditionNotMet("mosquitto_sub takes \(count) messages") }
        return ContinuousClock.now - start
    }
}
