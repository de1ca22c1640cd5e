package import AuditTrail
package import GatewayCore
import DeviceProtocols
import HomeModel
import Logging
import MosquittoTransport

/// Sends commands, and receives announcements, replies and the states of commandable devices. It handles states only;
/// readings arrive on the telemetry lane.
actor ControlLane {
    let subscriptions: Subscriptions
    /// The number of messages that the broker has dropped since it started; nil until the broker has reported it.
    private(set) var dropped: Int?
    /// The memory use of the broker; nil until the broker has reported it on this connection.
    private(set) var heap: BrokerHeap?
    private(set) var trouble: MosquittoError? = .notConnected
    private let connection: MosquittoConnection
    private let router: TopicRouter
    private let eventReceiver: LinkEventReceiver
    private let clock: HomeClock
    private let logger: Logger
    private let ownership: TopicOwnership
    private let broker: SupervisedBroker?
    private var parsers = DiscoveryParsers()
    private var requests = PendingRequests()

    /// Of the gateway's own broker the lane reads the counters of dropped messages and of memory, and reports when it does
    /// not respond. `broker` is nil for another one.
    init(
        connection: MosquittoConnection, router: TopicRouter, eventReceiver: LinkEventReceiver, clock: HomeClock,
        logger: Logger,
        ownership: TopicOwnership, broker: SupervisedBroker?
    ) {
        self.connection = connection
        self.router = router
        self.eventReceiver = eventReceiver
        self.clock = clock
        self.logger = logger
        self.ownership = ownership
        self.broker = broker
        let counters = broker == nil ? [] : [SupervisedBroker.droppedTopic, SupervisedBroker.heapTopic]
        let fixed = DiscoveryParsers.filters.union(counters)
            .map { Subscription(topicFilter: $0, noLocal: true) }
        subscriptions = Subscriptions(connection, lane: "control", logger: logger) {
            await router.snapshot.controlSubscriptions.union(fixed)
        } retainedChecks: {
            await router.snapshot.retainedChecks
        }
    }

    func run() async {
        await subscriptions.keep {
            for await event in self.connection.events {
                await self.process(event)
                await self.subscriptions.follow(event)
            }
        }
    }

    private nonisolated func process(_ event: ConnectionEvent) async {
        switch event {
        case .connected: await connected()
        case .disconnected(let error): await disconnected(error)
        case .messages(let messages): for message in messages { await receive(message) }
        case .batchEnded: break
        }
    }

    private func connected() { trouble = nil }

    /// Returns when the thread of the connection and this actor have taken a turn, or the task is cancelled.
    nonisolated func nextTurn() async {
        await connection.nextIteration()
        _ = await trouble
    }

    /// Returns when the messages that have arrived are processed, or the task is cancelled.
    nonisolated func processed() async { await connection.nextConsumption() }

    private func disconnected(_ error: MosquittoError) async {
        trouble = error
        heap = nil
        if error == .keepAliveTimeout || error == .timedOut { broker?.reportSilence() }
        await eventReceiver.networkLost(of: MQTTLink.kinds)
    }
}

// MARK: Outgoing messages

extension ControlLane {
    /// Returns a new number under which `device` answers `command`.
    func number(for command: CommandID, to device: DeviceID) -> UInt32 { requests.number(for: command, to: device) }

    /// Returns a new number under which a device answers a query.
    func nextNumber() -> UInt32 { requests.nextNumber() }

    /// Sends a message to a device. Returns when the broker has accepted it, which says nothing about the device: the
    /// device must answer. Throws `.notListening` when no client is subscribed to the topic.
    func send(_ message: DialectMessage, expiringIn remaining: Duration) async throws(LinkError) {
        do {
            let publication = Publication(message, expiringIn: remaining)
            guard try await connection.publish(publication) != .accepted(hasSubscribers: false) else {
                throw LinkError.notListening("The device is not connected to the broker; nothing was sent.")
            }
        } catch let error as LinkError {
            throw error
        } catch MosquittoError.notConnected {
            throw .notConnected
        } catch let error as MosquittoError where error.mayHaveBeenDelivered {
            throw .unanswered("\(error)")
        } catch {
            throw .refused("\(error)")
        }
    }

    /// Makes the broker delete the message that it retains on `topic`.
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

// MARK: Incoming messages

extension ControlLane {
    private func receive(_ message: ReceivedMessage) async {
        if message.topic == SupervisedBroker.droppedTopic {
            dropped = Int(String(decoding: message.payload, as: UTF8.self)) ?? dropped
            return
        }
        if message.topic == SupervisedBroker.heapTopic {
            heap = Int(String(decoding: message.payload, as: UTF8.self)).map {
                BrokerHeap(bytes: $0, receivedAt: clock.uptime())
            }
            return
        }
        for event in parsers.receive(message.topic, payload: message.payload, isRetained: message.retained) {
            await handle(event, receivedOn: message.topic)
        }
        let devices = await router.snapshot
        for route in devices.routes(of: message.topic, on: .control) {
            for update in route.decode(message.payload, on: .control) {
                await handle(update, from: route, isRetained: message.retained)
            }
        }
        guard message.retained, !message.payload.isEmpty, devices.isCommandTopic(message.topic) else { return }
        await eventReceiver.found(.retainedCommand(on: message.topic))
    }

    private func handle(_ event: DiscoveryEvent, receivedOn topic: String) async {
        switch event {
        case .described(let address, let model, let native):
            guard await mayAnnounce(address, topic: topic) else { return }
            let description = router.profiles.completing(model, of: address).description
            await eventReceiver.described(address, description: description, native: native)
        case .partiallyDescribed(let address, let model, let native):
            guard await mayAnnounce(address, topic: topic) else { return }
            let description = router.profiles.completing(model, of: address).description
            await eventReceiver.partiallyDescribed(address, description: description, native: native)
        case .availability(let availability, let address):
            guard await mayAnnounce(address, topic: topic) else { return }
            await eventReceiver.availability(availability, of: address)
            // The device's own availability counts again; the broker may have retained it, and sends it for a new
            // subscription.
            if availability == .unknown { await subscriptions.renew(router.topics(of: address)) }
        case .removed(let address):
            guard await mayAnnounce(address, topic: topic) else { return }
            await eventReceiver.removed(address)
        case .failed(let address, let part, let capability, let reason, let isCertain):
            guard await mayAnnounce(address, topic: topic) else { return }
            await failed(address, part: part, capability: capability, reason: reason, isCertain: isCertain)
        case .finding(let finding):
            await eventReceiver.found(LinkFinding(finding))
        case .query(let question):
            // This task must not wait for the broker, so the query is sent with QoS 0. A query that reaches no device
            // is sent again when a device is there.
            var publication = Publication(question, expiringIn: CommandRequest.defaultDeadline)
            publication.qos = .atMostOnce
            _ = try? await connection.publish(publication)
        }
    }

    /// Returns whether the client that published on `topic` may announce `address`; records a finding if not.
    private func mayAnnounce(_ address: LinkAddress, topic: String) async -> Bool {
        if ownership.mayAnnounce(address, topic: topic) { return true }
        await eventReceiver.found(.impostor(address, on: topic))
        return false
    }

    private func handle(_ update: DeviceUpdate, from route: TopicRoute, isRetained: Bool) async {
        switch update {
        case .state(let part, let capability, let value), .event(let part, let capability, let value):
            await eventReceiver.state(route.series(part, capability: capability), value: value, isRetained: isRetained)
        case .beyondRange(let part, let capability, shown: let shown):
            await eventReceiver.state(
                route.series(part, capability: capability), value: shown, isRetained: isRetained, isProof: false)
        case .accepted(let part, let capability, let value):
            await eventReceiver.accepted(
                route.series(part, capability: capability), value: value, isRetained: isRetained)
        case .availability(let availability):
            await eventReceiver.availability(availability, of: route.address)
        case .replied(let number, let failure):
            guard !isRetained, let command = requests.command(number, from: route.device) else { return }
            await eventReceiver.replied(command, failure: failure?.description)
        case .failed(let reason) where !isRetained:
            await failed(route.address, part: nil, capability: nil, reason: reason)
        case .reading, .unreadable, .failed: break
        }
    }

    private func failed(
        _ address: LinkAddress, part: PartID?, capability: CapabilityName?, reason: EscapedText,
        isCertain: Bool = true
    ) async {
        guard let device = await router.device(at: address) else { return }
        await eventReceiver.failed(
            device.id, part: part, capability: capability, reason: reason.description, isCertain: isCertain)
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
    /// Whether a message whose publish failed with this error may still have been delivered.
    fileprivate var mayHaveBeenDelivered: Bool {
        switch self {
        case .timedOut, .cancelled, .closed, .connectionLost, .keepAliveTimeout, .dropped, .releaseOverdue,
            .protocolViolation,
            .sessionTakenOver, .disconnectedByBroker, .tls, .unknown:
            true
        default: false
        }
    }
}

/// Assigns the numbers under which devices answer requests, and remembers the command of each.
struct PendingRequests {
    private static let most: UInt32 = 4096

    /// A command, and the device to which it was sent.
    private struct Request {
        let command: CommandID
        let device: DeviceID
    }

    private var requestsByNumber: [UInt32: Request] = [:]
    private var last: UInt32 = 0

    /// Returns a new number for a command. The oldest number is forgotten when there are too many.
    mutating func number(for command: CommandID, to device: DeviceID) -> UInt32 {
        let number = nextNumber()
        requestsByNumber[number] = Request(command: command, device: device)
        return number
    }

    /// Returns a new number for a query. An answer under this number belongs to no command.
    mutating func nextNumber() -> UInt32 {
        // Devices store these numbers in signed 32 bits.
        last = last % UInt32(Int32.max) + 1
        requestsByNumber[last &- Self.most] = nil
        return last
    }

    /// Returns the command with this number. Nil when it went to another device: a device cannot answer for another.
    func command(_ number: UInt32, from device: DeviceID) -> CommandID? {
        requestsByNumber[number].flatMap { $0.device == device ? $0.command : nil }
    }
}

extension MQTTLink {
    package func prepare(_ command: AuditedCommand) async -> (any PreparedCommand)? {
        guard let device = await router.device(at: command.command.device.address) else { return nil }
        return await MQTTCommand(command.command, to: device, on: control)
    }
}

/// A command in the messages of its device's dialect.
struct MQTTCommand: PreparedCommand {
    let expectedReport: ExpectedReport
    private let messages: [DialectMessage]
    private let request: CommandRequest
    private let device: RoutedDevice
    private let control: ControlLane

    /// Returns nil when the dialect has no message for the command.
    init?(_ command: ValidCommand, to device: RoutedDevice, on control: ControlLane) async {
        request = command.request
        let number = await control.number(for: request.id, to: command.device.id)
        let encoded = device.model.encodeCommand(
            request.part, capability: request.capability, value: command.value, number: number, showing: command.known)
        guard let encoded else { return nil }
        expectedReport = ExpectedReport(value: encoded.value, confirmationMode: encoded.confirmation)
        messages = encoded.messages
        self.device = device
        self.control = control
    }

    /// It does not wait here, and its message expires at the broker.
    func send(
        expiringIn remaining: Duration, while isAllowed: @escaping @Sendable () async -> Bool
    ) async throws(LinkError) {
        for (index, message) in messages.enumerated() {
            do throws(LinkError) {
                try await control.send(message, expiringIn: remaining)
            } catch {
                // Earlier messages of this command were sent, so the device may have carried out a part of it.
                throw index == 0 ? error : .unanswered("\(error)")
            }
        }
    }

    func queryState(expiringIn remaining: Duration) async throws(LinkError) {
        let number = await control.nextNumber()
        guard let query = device.model.stateQuery(request.part, capability: request.capability, number: number) else {
            throw .notExpressible
        }
        try await control.send(query, expiringIn: remaining)
    }
}
