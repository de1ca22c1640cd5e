import HomeDialects
import HomeModel
import Logging
import MosquittoTransport

/// The connection of one root topic: carries what its devices say, through as many connects as it takes.
final class DeviceSession: Sendable {
    enum Order: Sendable {
        case send(OutgoingMessage, device: String)
        case change(ConnectionChange)
        /// The last order: after the messages before it, end with or without a goodbye.
        case end(abruptly: Bool)
    }

    enum Input: Sendable {
        case connected
        case disconnected
        case message(ReceivedMessage)
    }

    /// How the device reaches its broker, and who hears what comes back.
    struct Line: Sendable {
        let root: String
        let host: String
        let port: UInt16
        let commandFilters: [String]
        let will: DialectMessage?
        let credentials: any CredentialSource
        let hear: @Sendable (Input) async -> Void
    }

    private static let ordersKept = 20_000
    /// MQTT 5 user property with the device's own time (RFC 3339).
    static let timeProperty = "time"

    private let line: Line
    private let ledger: PublishLedger?
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let orders: AsyncStream<Order>
    private let inbox: AsyncStream<Order>.Continuation

    init(_ line: Line, ledger: PublishLedger?, clock: any Clock<Duration>, logger: Logger) {
        self.line = line
        self.ledger = ledger
        self.clock = clock
        self.logger = logger
        (orders, inbox) = AsyncStream.makeStream(of: Order.self, bufferingPolicy: .bufferingOldest(Self.ordersKept))
    }

    /// Never waits; what a connection cannot carry for long is lost, as in a device without memory.
    func take(_ order: Order) { inbox.yield(order) }

    func end(abruptly: Bool) {
        inbox.yield(.end(abruptly: abruptly))
        inbox.finish()
    }

    /// Returns after `end`, or when cancelled.
    func run() async {
        var waiting = orders.makeAsyncIterator()
        var expired: Bool? = false
        var lastTrouble = ""
        while let isExpired = expired, !Task.isCancelled {
            do {
                let connection = try await connection(expired: isExpired)
                expired = await serve(connection, &waiting)
                await connection.close()
            } catch {
                // Tried again and again, but said once.
                if lastTrouble != "\(error)" { log("a simulated device cannot connect", error, at: .info) }
                lastTrouble = "\(error)"
                expired = await idle(&waiting, isExpired)
            }
        }
    }

    private func connection(expired: Bool) async throws -> MosquittoConnection {
        let credential =
            expired
            ? try await line.credentials.expiredCredential(for: line.root)
            : try await line.credentials.credential(for: line.root)
        var settings = MosquittoSettings(
            host: line.host, port: line.port, clientID: line.root,
            tls: TLSFiles(
                certificateAuthority: credential.certificateAuthority, certificate: credential.certificate,
                privateKey: credential.privateKey))
        settings.will = line.will.map { Publication($0, properties: []) }
        let connection = try MosquittoConnection(settings)
        try connection.open()
        return connection
    }

    private func log(_ message: Logger.Message, _ error: any Error, at level: Logger.Level) {
        logger.log(level: level, message, metadata: ["device.id": "\(line.root)", "error": "\(error)"])
    }

    /// Without a credential: waits for a while or for an order that changes that.
    private func idle(_ waiting: inout AsyncStream<Order>.Iterator, _ isExpired: Bool) async -> Bool? {
        let wakeUp = inbox
        return await withTaskGroup(of: Void.self) { [clock] group in
            group.addTask {
                try? await clock.sleep(for: .seconds(1))
                if !Task.isCancelled { wakeUp.yield(.change(.reconnect)) }
            }
            defer { group.cancelAll() }
            while let order = await waiting.next() {
                switch order {
                case .change(.present(let expired)): return expired
                case .change(.reconnect): return isExpired
                case .end: return nil
                case .send(let message, let device): await ledger?.record(message, of: device, .unknown)
                case .change: break
                }
            }
            return nil
        }
    }

    /// Returns whether to connect anew, with a right or an expired certificate; nil is the end.
    private func serve(_ connection: MosquittoConnection, _ waiting: inout AsyncStream<Order>.Iterator) async -> Bool? {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.listen(to: connection) }
            var next: Bool?
            obeying: while let order = await waiting.next() {
                switch order {
                case .send(let message, let device): await send(message, of: device, on: connection)
                case .change(.cut): connection.cut()
                case .change(.restore): connection.resume()
                case .change(.reconnect): connection.reconnect()
                case .change(.present(let expired)):
                    next = expired
                    break obeying
                case .end(let abruptly):
                    if abruptly { connection.cut() }
                    break obeying
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
                let filters = line.commandFilters.map {
                    Subscription(topicFilter: $0, qos: .atLeastOnce, retainHandling: .never)
                }
                // A connection lost meanwhile comes back as another event.
                guard (try? await connection.subscribe(filters)) != nil else { continue }
                await line.hear(.connected)
            case .disconnected(let error):
                log("a simulated device lost its broker", error, at: .debug)
                await line.hear(.disconnected)
            case .messages(let messages):
                for message in messages where !message.retained { await line.hear(.message(message)) }
            case .batchEnded: break
            }
        }
    }

    private func send(_ outgoing: OutgoingMessage, of device: String, on connection: MosquittoConnection) async {
        let stamp = UserProperty(name: Self.timeProperty, value: outgoing.deviceTime.rfc3339)
        var outcome = PublishLedger.Outcome.unknown
        do {
            let receipt = try await connection.publish(Publication(outgoing.message, properties: [stamp]))
            outcome = receipt == .handedOver ? .handedOver : .acknowledged
        } catch {
            log("a message was not taken", error, at: .trace)
        }
        await ledger?.record(outgoing, of: device, outcome)
    }
}

extension Publication {
    fileprivate init(_ message: DialectMessage, properties: [UserProperty]) {
        self.init(
            topic: message.topic, payload: message.payload, qos: message.qos == 0 ? .atMostOnce : .atLeastOnce,
            retain: message.retain, userProperties: properties)
    }
}
