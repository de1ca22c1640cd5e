import GatewayCore
import HomeDialects
import HomeModel
import Logging
import MosquittoTransport

/// Commands out; announcements, replies and states of commandable devices in. What it sees is state, never a reading.
actor ControlLane {
    let subscriptions: Subscriptions
    /// How many messages the broker has dropped since it started; nil while it has not said.
    private(set) var dropped: Int?
    /// Nil while the broker has not said it on this connection.
    private(set) var heap: BrokerHeap?
    private(set) var trouble: MosquittoError? = .notConnected
    private let connection: MosquittoConnection
    private let followed: FollowedDevices
    private let intake: LinkIntake
    private let clock: HomeClock
    private let logger: Logger
    private let ownership: TopicOwnership
    private var announcers = Announcers()
    private var orders = OpenOrders()

    /// With `hearsCounters` the broker lets this lane read its counters of dropped messages and of memory.
    init(
        connection: MosquittoConnection, followed: FollowedDevices, intake: LinkIntake, clock: HomeClock,
        logger: Logger,
        ownership: TopicOwnership, hearsCounters: Bool
    ) {
        self.connection = connection
        self.followed = followed
        self.intake = intake
        self.clock = clock
        self.logger = logger
        self.ownership = ownership
        let counters = hearsCounters ? [SupervisedBroker.droppedTopic, SupervisedBroker.heapTopic] : []
        let fixed = Announcers.filters.union(counters)
            .map { Subscription(topicFilter: $0, noLocal: true) }
        subscriptions = Subscriptions(connection, logger: logger) {
            await followed.snapshot.controlSubscriptions.union(fixed)
        } glances: {
            await followed.snapshot.glances
        }
    }

    func run() async {
        await connection.runLane("control", subscriptions, logger: logger) { event in
            switch event {
            case .connected: await self.connected()
            case .disconnected(let error): await self.disconnected(error)
            case .messages(let messages): for message in messages { await self.hear(message) }
            case .batchEnded: break
            }
        }
    }

    private func connected() { trouble = nil }

    private func disconnected(_ error: MosquittoError) async {
        trouble = error
        heap = nil
        await intake.networkLost()
    }
}

// MARK: Out

extension ControlLane {
    /// The number under which a device answers a command.
    func number(for command: CommandID, to device: DeviceID) -> UInt32 { orders.number(for: command, to: device) }

    /// The number under which a device answers a question.
    func nextNumber() -> UInt32 { orders.nextNumber() }

    /// Returns when the broker has it. That says nothing of the device: the device must answer.
    func send(_ message: DialectMessage, expiringIn remaining: Duration) async throws(LinkError) {
        do {
            let publication = Publication(message, expiringIn: remaining)
            guard try await connection.publish(publication) != .accepted(hasSubscribers: false) else {
                throw LinkError.notListening
            }
        } catch let error as LinkError {
            throw error
        } catch MosquittoError.notConnected {
            throw .notConnected
        } catch let error as MosquittoError where error.mayHaveLeft {
            throw .unanswered("\(error)")
        } catch {
            throw .refused("\(error)")
        }
    }

    /// Has the broker forget what it keeps on `topic`.
    func clear(_ topic: String) async throws(LinkError) {
        do {
            _ = try await connection.publish(Publication(topic: topic, payload: [], qos: .atLeastOnce, retain: true))
        } catch MosquittoError.notConnected {
            throw .notConnected
        } catch {
            throw .refused("\(error)")
        }
    }
}

// MARK: In

extension ControlLane {
    private func hear(_ message: ReceivedMessage) async {
        if message.topic == SupervisedBroker.droppedTopic {
            dropped = Int(String(decoding: message.payload, as: UTF8.self)) ?? dropped
            return
        }
        if message.topic == SupervisedBroker.heapTopic {
            heap = Int(String(decoding: message.payload, as: UTF8.self)).map {
                BrokerHeap(bytes: $0, heardAt: clock.uptime())
            }
            return
        }
        for news in announcers.hear(message.topic, message.payload, isRetained: message.retained) {
            await take(news, heardOn: message.topic)
        }
        let devices = await followed.snapshot
        for route in devices.routes(of: message.topic, on: .control) {
            for statement in route.read(message.payload, on: .control) {
                await take(statement, from: route, isRetained: message.retained)
            }
        }
        guard message.retained, !message.payload.isEmpty, devices.isCommandTopic(message.topic) else { return }
        await intake.found(.retainedCommand(on: message.topic))
    }

    private func take(_ news: Announcement, heardOn topic: String) async {
        switch news {
        case .described(let address, let model, let native):
            guard await isOwn(address, topic) else { return }
            let description = followed.profiles.completing(model, of: address).description
            await intake.described(address, description, native: native)
        case .sketched(let address, let model, let native):
            guard await isOwn(address, topic) else { return }
            let description = followed.profiles.completing(model, of: address).description
            await intake.sketched(address, description, native: native)
        case .availability(let availability, let address):
            guard await isOwn(address, topic) else { return }
            await intake.availability(availability, of: address)
            // What it says of itself holds again, and the broker may keep it.
            if availability == .unknown { await subscriptions.renew(followed.topics(of: address)) }
        case .removed(let address):
            guard await isOwn(address, topic) else { return }
            await intake.removed(address)
        case .failed(let address, let part, let capability, let reason, let isCertain):
            guard await isOwn(address, topic) else { return }
            await failed(address, part, capability, reason, isCertain: isCertain)
        case .finding(let finding):
            await intake.found(LinkFinding(finding))
        case .ask(let question):
            // Nothing here may wait for the broker. What nobody hears is asked again when somebody is there.
            var publication = Publication(question, expiringIn: CommandRequest.defaultDeadline)
            publication.qos = .atMostOnce
            _ = try? await connection.publish(publication)
        }
    }

    /// Whether whoever wrote on `topic` may speak of `address`.
    private func isOwn(_ address: LinkAddress, _ topic: String) async -> Bool {
        if ownership.mayAnnounce(address, topic) { return true }
        await intake.found(.impostor(address, on: topic))
        return false
    }

    private func take(_ statement: DeviceStatement, from route: TopicRoute, isRetained: Bool) async {
        switch statement {
        case .state(let part, let capability, let value):
            await intake.state(route.series(part, capability), value, isRetained: isRetained)
        case .beyondRange(let part, let capability, shown: let shown):
            await intake.state(route.series(part, capability), shown, isRetained: isRetained, isProof: false)
        case .accepted(let part, let capability, let value):
            await intake.accepted(route.series(part, capability), value, isRetained: isRetained)
        case .availability(let availability):
            await intake.availability(availability, of: route.address)
        case .answered(let number, let failure):
            guard !isRetained, let command = orders.command(number, from: route.device) else { return }
            await intake.answered(command, failure: failure?.description)
        case .failed(let reason) where !isRetained:
            await failed(route.address, nil, nil, reason)
        case .reading, .unreadable, .failed: break
        }
    }

    private func failed(
        _ address: LinkAddress, _ part: PartID?, _ capability: CapabilityName?, _ reason: InertText,
        isCertain: Bool = true
    ) async {
        guard let device = await followed.device(at: address) else { return }
        await intake.failed(device.id, part, capability, reason.description, isCertain: isCertain)
    }
}

extension LinkFinding {
    /// Announcements are kept by the broker, or should be; where one is not, taking it away does no harm.
    fileprivate init(_ finding: DialectFinding) {
        self.init(
            topic: finding.topic, code: finding.error.code, detail: finding.error.description,
            isKept: finding.isUseless)
    }
}

extension Publication {
    fileprivate init(_ message: DialectMessage, expiringIn remaining: Duration) {
        self.init(
            topic: message.topic, payload: message.payload,
            qos: QualityOfService(rawValue: message.qos) ?? .atLeastOnce, retain: false,
            messageExpirySeconds: UInt32(clamping: remaining.components.seconds + 1))
    }
}

extension MosquittoError {
    /// Whether a message that ended like this may have been delivered nevertheless.
    fileprivate var mayHaveLeft: Bool {
        switch self {
        case .timedOut, .cancelled, .closed, .connectionLost, .keepAliveTimeout, .dropped, .releaseOverdue,
            .protocolViolation,
            .sessionTakenOver, .disconnectedByBroker, .tls, .unknown:
            true
        default: false
        }
    }
}
