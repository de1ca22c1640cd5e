import GatewayCore
import HomeDialects
import HomeModel
import Logging
import MosquittoTransport

/// Commands out; announcements, replies and states of commandable devices in. What it sees is state, never a reading.
actor ControlLane {
    private static let announcements: Set = ["+/5/+/$state", "+/5/+/$description"]

    let subscriptions: Subscriptions
    /// How many messages the broker has dropped since it started; nil while it has not said.
    private(set) var dropped: Int?
    private(set) var trouble: MosquittoError? = .notConnected
    private let connection: MosquittoConnection
    private let followed: FollowedDevices
    private let intake: LinkIntake
    private let logger: Logger

    /// With `hearsDrops` the broker lets this lane read its counter of dropped messages.
    init(
        connection: MosquittoConnection, followed: FollowedDevices, intake: LinkIntake, logger: Logger,
        hearsDrops: Bool
    ) {
        self.connection = connection
        self.followed = followed
        self.intake = intake
        self.logger = logger
        subscriptions = Subscriptions(connection, logger: logger) {
            await followed.snapshot.controlTopics.union(Self.announcements)
                .union(hearsDrops ? [SupervisedBroker.droppedTopic] : [])
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

    /// Returns when the broker has it. That says nothing of the device: the device must answer.
    func send(_ message: DialectMessage, expiringIn remaining: Duration) async throws(LinkError) {
        let seconds = UInt32(clamping: remaining.components.seconds + 1)
        let publication = Publication(
            topic: message.topic, payload: message.payload,
            qos: QualityOfService(rawValue: message.qos) ?? .atLeastOnce, retain: false,
            messageExpirySeconds: seconds)
        do {
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

    private func connected() { trouble = nil }

    private func disconnected(_ error: MosquittoError) async {
        trouble = error
        await intake.networkLost()
    }

    private func hear(_ message: ReceivedMessage) async {
        if message.topic == SupervisedBroker.droppedTopic {
            dropped = Int(String(decoding: message.payload, as: UTF8.self)) ?? dropped
            return
        }
        let topic: HomieTopic
        do throws(DialectError) {
            topic = try HomieTopic(message.topic)
        } catch {
            return await intake.unreadable(message.root, error.code, error.description)
        }
        switch topic.kind {
        case .state: await hearState(topic, message.payload)
        case .description: await hearDescription(topic, message.payload)
        default: await hearStatement(topic, message)
        }
    }

    private func hearState(_ topic: HomieTopic, _ payload: [UInt8]) async {
        guard !payload.isEmpty else { return await intake.removed(topic.address) }
        let availability: Availability
        do throws(DialectError) {
            availability = try Availability(homieState: payload)
        } catch {
            return await intake.unreadable(topic.address.root, error.code, error.description)
        }
        await intake.availability(availability, of: topic.address)
        guard availability == .lost else { return }
        for child in await followed.snapshot.children(of: topic.address) {
            await intake.availability(.lost, of: child)
        }
    }

    private func hearDescription(_ topic: HomieTopic, _ payload: [UInt8]) async {
        guard !payload.isEmpty else { return }
        do throws(DialectError) {
            let model = try HomieDeviceModel(domain: topic.domain, id: topic.device, json: payload)
            await intake.described(topic.address, model.description, native: String(decoding: payload, as: UTF8.self))
        } catch {
            await intake.unreadable(topic.address.root, error.code, error.description)
        }
    }

    private func hearStatement(_ topic: HomieTopic, _ message: ReceivedMessage) async {
        guard let device = await followed.snapshot[topic] else { return }
        switch device.model.interpret(topic, message.payload) {
        case .state(let part, let capability, let value):
            await intake.state(device.series(part, capability), value, isRetained: message.retained)
        case .accepted(let part, let capability, let value):
            await intake.accepted(device.series(part, capability), value, isRetained: message.retained)
        default: break
        }
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

extension ReceivedMessage {
    /// The first level of its topic: whose credential it came with.
    fileprivate var root: String { String(topic.prefix { $0 != "/" }) }
}
