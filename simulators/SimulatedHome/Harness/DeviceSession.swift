import DeviceProtocols
import HomeModel
import Logging
import MosquittoTransport

/// The connection of one root topic: publishes the messages of its devices, and reconnects as often as needed.
final class DeviceSession: Sendable {
    /// An instruction to the session.
    enum Instruction: Sendable {
        case send(OutgoingMessage, device: String)
        case change(ConnectionChange)
        /// The last instruction: ends the session after the messages before it, with or without a DISCONNECT.
        case end(abruptly: Bool)
    }

    /// An event of the connection, for the simulation.
    enum Input: Sendable {
        case connected
        case disconnected
        case message(ReceivedMessage)
    }

    /// How the session reaches the broker, and the function that receives its inputs.
    struct Parameters: Sendable {
        let root: String
        let host: String
        let port: UInt16
        let commandFilters: [String]
        let will: DialectMessage?
        let credentials: any CredentialSource
        let receive: @Sendable (Input) async -> Void
    }

    private static let instructionsKept = 20_000
    /// The MQTT 5 user property with the device's own time (RFC 3339).
    static let timeProperty = "time"

    private let parameters: Parameters
    private let publishLog: PublishLog?
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let instructions: AsyncStream<Instruction>
    private let inbox: AsyncStream<Instruction>.Continuation

    init(_ parameters: Parameters, publishLog: PublishLog?, clock: any Clock<Duration>, logger: Logger) {
        self.parameters = parameters
        self.publishLog = publishLog
        self.clock = clock
        self.logger = logger
        (instructions, inbox) = AsyncStream.makeStream(
            of: Instruction.self, bufferingPolicy: .bufferingOldest(Self.instructionsKept))
    }

    /// Queues an instruction without waiting. When a connection is away for long, further messages are lost, as in a
    /// device without memory.
    func enqueue(_ instruction: Instruction) { inbox.yield(instruction) }

    /// Ends the session after the instructions that are queued, with or without a DISCONNECT.
    func end(abruptly: Bool) {
        inbox.yield(.end(abruptly: abruptly))
        inbox.finish()
    }

    /// Runs the session until `end`, or until cancelled.
    func run() async {
        var waiting = instructions.makeAsyncIterator()
        var expired: Bool? = false
        var lastTrouble = ""
        while let isExpired = expired, !Task.isCancelled {
            do {
                let connection = try await connection(expired: isExpired)
                expired = await serve(connection, waiting: &waiting)
                await connection.close()
            } catch {
                // The session tries again and again, but logs the same cause only once.
                if lastTrouble != "\(error)" { log("a simulated device cannot connect", error: error, at: .info) }
                lastTrouble = "\(error)"
                expired = await idle(&waiting, isExpired: isExpired)
            }
        }
    }

    private func connection(expired: Bool) async throws -> MosquittoConnection {
        let credential =
            expired
            ? try await parameters.credentials.expiredCredential(for: parameters.root)
            : try await parameters.credentials.credential(for: parameters.root)
        var settings = MosquittoSettings(
            host: parameters.host, port: parameters.port, clientID: parameters.root,
            tls: TLSFiles(
                certificateAuthority: credential.certificateAuthority, certificate: credential.certificate,
                privateKey: credential.privateKey))
        settings.password = credential.password.map { Password($0) }
        settings.will = parameters.will.map { Publication($0, properties: []) }
        let connection = try MosquittoConnection(settings)
        try connection.open()
        return connection
    }

    private func log(_ message: Logger.Message, error: any Error, at level: Logger.Level) {
        logger.log(level: level, message, metadata: ["device.id": "\(parameters.root)", "error": "\(error)"])
    }

    /// Waits without a credential, for a second or for an instruction that changes this.
    private func idle(_ waiting: inout AsyncStream<Instruction>.Iterator, isExpired: Bool) async -> Bool? {
        let wakeUp = inbox
        return await withTaskGroup(of: Void.self) { [clock] group in
            group.addTask {
                try? await clock.sleep(for: .seconds(1))
                if !Task.isCancelled { wakeUp.yield(.change(.reconnect)) }
            }
            defer { group.cancelAll() }
            while let instruction = await waiting.next() {
                switch instruction {
                case .change(.present(let expired)): return expired
                case .change(.reconnect): return isExpired
                case .end: return nil
                case .send(let message, let device): await publishLog?.record(message, of: device, outcome: .unknown)
                case .change: break
                }
            }
            return nil
        }
    }

    /// Runs one connection. Returns whether to connect again with the valid (false) or the expired (true) certificate;
    /// nil ends the session.
    private func serve(_ connection: MosquittoConnection, waiting: inout AsyncStream<Instruction>.Iterator) async
        -> Bool?
    {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.listen(to: connection) }
            var next: Bool?
            instructionLoop: while let instruction = await waiting.next() {
                switch instruction {
                case .send(let message, let device): await send(message, of: device, on: connection)
                case .change(.cut): connection.cut()
                case .change(.restore): connection.resume()
                case .change(.reconnect): connection.reconnect()
                case .change(.present(let expired)):
                    next = expired
                    break instructionLoop
                case .end(let abruptly):
                    if abruptly { connection.cut() }
                    break instructionLoop
                }
            }
            await connection.close()
            return next
        }
    }

    private func listen(to connection: MosquittoConnection) async {
        for await event in connection.events {
            switch event {
            case .connected:
                let filters = parameters.commandFilters.map {
                    Subscription(topicFilter: $0, qos: .atLeastOnce, retainHandling: .never)
                }
                // A connection that was lost meanwhile comes back with another event.
                guard (try? await connection.subscribe(filters)) != nil else { continue }
                await parameters.receive(.connected)
            case .disconnected(let error):
                log("a simulated device lost its broker", error: error, at: .debug)
                await parameters.receive(.disconnected)
            case .messages(let messages):
                for message in messages where !message.retained { await parameters.receive(.message(message)) }
            case .batchEnded: break
            }
        }
    }

    private func send(_ outgoing: OutgoingMessage, of device: String, on connection: MosquittoConnection) async {
        let stamp = UserProperty(name: Self.timeProperty, value: outgoing.deviceTime.rfc3339)
        var outcome = PublishLog.Outcome.unknown
        do {
            let receipt = try await connection.publish(Publication(outgoing.message, properties: [stamp]))
            outcome = receipt == .handedOver ? .handedOver : .acknowledged
        } catch {
            log("a message was not accepted by the broker", error: error, at: .trace)
        }
        await publishLog?.record(outgoing, of: device, outcome: outcome)
    }
}

extension Publication {
    fileprivate init(_ message: DialectMessage, properties: [UserProperty]) {
        self.init(
            topic: message.topic, payload: message.payload, qos: message.qos == 0 ? .atMostOnce : .atLeastOnce,
            retain: message.retain, userProperties: properties)
    }
}

/// How a device proves its identity: the paths of PEM files, and the password of a device that has no certificate.
package struct DeviceCredential: Hashable, Sendable {
    package let certificateAuthority: String
    package let certificate: String?
    package let privateKey: String?
    package let password: String?

    package init(certificateAuthority: String, certificate: String, privateKey: String) {
        self.certificateAuthority = certificateAuthority
        self.certificate = certificate
        self.privateKey = privateKey
        password = nil
    }

    package init(certificateAuthority: String, password: String) {
        self.certificateAuthority = certificateAuthority
        certificate = nil
        privateKey = nil
        self.password = password
    }
}

/// Issues credentials to simulated devices. The simulation itself never has a root key.
package protocol CredentialSource: Sendable {
    /// Returns the credential of `root`, which becomes the CN of the certificate. The simulation calls it at each start
    /// and whenever a device must present a certificate again.
    func credential(for root: String) async throws -> DeviceCredential
    /// Returns an expired credential, for the fault `expiredCertificate`.
    func expiredCredential(for root: String) async throws -> DeviceCredential
}

extension CredentialSource {
    /// Throws `.noExpiredCertificates`. The device then stays disconnected, which is close to the effect of an expired
    /// certificate.
    package func expiredCredential(for root: String) async throws -> DeviceCredential {
        throw SimulatedHomeError.noExpiredCertificates
    }
}
