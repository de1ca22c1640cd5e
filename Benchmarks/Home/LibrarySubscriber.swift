import MosquittoTransport
import TestSupport

/// `mosquitto_sub`, in the telemetry lane of the gateway that was killed: libmosquitto as it comes, which acknowledges
/// each message as it reads it and prints it to nowhere.
struct LibrarySubscriber {
    let home: HomeUnderTest

    /// Takes so many messages of the session's queue; gives how long that took, start and handshakes included.
    func take(_ count: Int) async throws -> Duration {
        let lane = BareLane.telemetry
        let files = lane.files(in: home)
        let start = ContinuousClock.now
        let program = try ChildProcess([
            "mosquitto_sub", "-V", "mqttv5", "-h", "localhost", "-p", "\(home.mqttPort)", "-i", lane.rawValue,
            "--cafile", files.certificateAuthority, "--cert", files.certificate ?? "", "--key", files.privateKey ?? "",
            "--tls-version", "tlsv1.3", "-c", "-x", "3600", "-D", "connect", "receive-maximum", "1000",
            // It wants a topic; the session has those that matter.
            "-q", "1", "-t", "\(LoadBridge.root)/5/none", "-C", "\(count)",
        ])
        guard await program.finish() == 0 else { throw Unmeasurable("mosquitto_sub takes \(count) messages") }
        return ContinuousClock.now - start
    }
}
