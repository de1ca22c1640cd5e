import Foundation
import Glibc
import MosquittoTransport
import Synchronization

/// A real mosquitto with TLS 1.3 and client certificates. Each user may use only the topics below its own name.
final class BrokerProcess: Sendable {
    let certificates: TemporaryCertificates
    let port: UInt16
    private let process: Mutex<ChildProcess?> = Mutex(nil)

    /// Starts a broker, runs `body`, and removes everything afterwards. `server` issues the broker's certificate.
    static func run(
        server makeServer: (TemporaryCertificates) throws -> Void = BrokerProcess.issueServerCertificate,
        _ body: (BrokerProcess) async throws -> Void
    ) async throws {
        let certificates = try TemporaryCertificates()
        defer { certificates.remove() }
        try makeServer(certificates)
        let broker = try await startOnFreePort(certificates)
        defer { broker.kill() }
        try await body(broker)
    }

    /// Starts a broker on a free port. Another process may take the port between the check and the start, so this tries
    /// several ports.
    private static func startOnFreePort(_ certificates: TemporaryCertificates) async throws -> BrokerProcess {
        for _ in 1...5 {
            let broker = try BrokerProcess(certificates)
            if (try? await broker.start()) != nil { return broker }
        }
        let broker = try BrokerProcess(certificates)
        try await broker.start()
        return broker
    }

    static func issueServerCertificate(_ certificates: TemporaryCertificates) throws {
        try certificates.issue("server", commonName: "localhost", alternativeName: "DNS:localhost")
    }

    private init(_ certificates: TemporaryCertificates) throws {
        self.certificates = certificates
        port = try Self.freePort()
        try "pattern readwrite %u/#\n".write(
            toFile: certificates.path("access"), atomically: true, encoding: .utf8)
        let configuration = """
            user root
            per_listener_settings false
            allow_anonymous false
            acl_file \(certificates.path("access"))
            persistence false
            set_tcp_nodelay true
            queue_qos0_messages true
            max_queued_messages 1000000
            log_type error
            log_type warning
            listener \(port) 127.0.0.1
            cafile \(certificates.path("root.pem"))
            certfile \(certificates.path("server.pem"))
            keyfile \(certificates.path("server.key"))
            tls_version tlsv1.3
            require_certificate true
            use_identity_as_username true
            """
        try configuration.write(toFile: certificates.path("mosquitto.conf"), atomically: true, encoding: .utf8)
    }

    /// Settings for a client whose certificate has the common name `user`.
    func settings(_ user: String, clientID: String? = nil) throws -> MosquittoSettings {
        MosquittoSettings(
            host: "localhost", port: port, clientID: clientID ?? user,
            tls: try certificates.issue(user, commonName: user))
    }

    func start() async throws {
        let new = try ChildProcess(
            "/usr/sbin/mosquitto", arguments: ["-c", certificates.path("mosquitto.conf")],
            logPath: certificates.path("log"))
        let deadline = ContinuousClock.now + .seconds(120)
        while !canConnect() {
            if !new.isRunning || ContinuousClock.now > deadline {
                let status = new.kill()
                let log = try? String(contentsOfFile: certificates.path("log"), encoding: .utf8)
                throw ChildProcessError(description: "mosquitto did not start (\(status)): \(log ?? "")")
            }
            // The system sends no notification when a port opens. So this polls the port until the deadline, while the
            // program runs.
            do {
                try await Task.sleep(for: .milliseconds(5))
            } catch {
                new.kill()
                throw error
            }
        }
        process.withLock { $0 = new }
    }

    func kill() {
        process.withLock { $0.take() }?.kill()
    }

    func stop() {
        process.withLock { $0.take() }?.kill(SIGTERM)
    }

    private func canConnect() -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return Self.withAddress(port: port) { connect(descriptor, $0, $1) } == 0
    }

    /// These ports are below those that outgoing connections and other tests use. This process uses each port only once.
    private static let nextPort = Atomic(UInt16.random(in: 4_000..<8_000))

    private static func freePort() throws -> UInt16 {
        for _ in 0..<100 {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            let port = nextPort.add(1, ordering: .relaxed).newValue
            if withAddress(port: port, { bind(descriptor, $0, $1) }) == 0 { return port }
        }
        throw ChildProcessError(description: "no free port")
    }

    private static func withAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
