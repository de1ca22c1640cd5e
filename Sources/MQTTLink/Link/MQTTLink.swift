package import GatewayCore
import HomeDialects
package import HomeModel
package import HomeStorage
package import Logging
package import MosquittoTransport

/// The way to MQTT devices: two lanes to the broker, a dialect in between.
///
/// The control lane carries commands, replies, states and announcements at the lowest latency; the telemetry lane
/// carries what is recorded, acknowledged only once it is on disk. A busy disk never delays a light.
package final class MQTTLink: DeviceLink {
    package let kinds = Dialects.kinds

    private let followed: FollowedDevices
    private let intake: LinkIntake
    private let control: ControlLane
    private let telemetry: TelemetryLane
    private let clock: HomeClock

    /// `broker` is nil when somebody else runs it; then nobody knows who may write where.
    package init(
        lanes: MQTTLanes, intake: LinkIntake, pipeline: ReadingPipeline, clock: HomeClock, logger: Logger,
        ownership: TopicOwnership = .unconfined, broker: SupervisedBroker? = nil,
        profiles: DeviceProfiles = DeviceProfiles()
    ) throws(MosquittoError) {
        self.clock = clock
        followed = FollowedDevices(profiles)
        self.intake = intake
        control = ControlLane(
            connection: try MosquittoConnection(lanes.control), followed: followed, intake: intake, clock: clock,
            logger: logger, ownership: ownership, hearsCounters: broker != nil)
        telemetry = TelemetryLane(
            connection: try MosquittoConnection(lanes.telemetry), followed: followed, pipeline: pipeline, clock: clock,
            logger: logger, broker: broker)
    }

    /// Keeps both lanes connected until cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.control.run() }
            group.addTask { await self.telemetry.run() }
        }
    }

    package func follow(_ devices: [Device], asOf revision: Int) async {
        // A new reader knows nothing of what was said before; the broker does.
        let anew = await followed.replace(with: devices, asOf: revision)
        await control.subscriptions.renew(anew)
        control.subscriptions.refresh()
        telemetry.subscriptions.refresh()
        await describeAgain(devices)
    }

    /// An earlier program understood less of what a device had said of itself. What is listened to is what this program
    /// understands, so the stored description follows at once, and not only when the device next describes itself.
    private func describeAgain(_ devices: [Device]) async {
        for (address, description, native) in await followed.snapshot.redescriptions(of: devices) {
            await intake.described(address, description, native: native)
        }
    }

    package func expectation(of command: ValidCommand) async -> Expectation? {
        guard let order = await order(command, number: 0) else { return nil }
        return Expectation(value: order.value, evidence: Evidence(order.proof))
    }

    package func send(_ command: AuditedCommand, expiringIn remaining: Duration) async throws(LinkError) {
        let number = await control.number(for: command.command.request.id, to: command.command.device.id)
        guard let order = await order(command.command, number: number) else { throw .notExpressible }
        for (index, message) in order.messages.enumerated() {
            do throws(LinkError) {
                try await control.send(message, expiringIn: remaining)
            } catch {
                // The device got a part of it.
                throw index == 0 ? error : .unanswered("\(error)")
            }
        }
    }

    package func ask(about command: ValidCommand, expiringIn remaining: Duration) async throws(LinkError) {
        let request = command.request
        let number = await control.nextNumber()
        guard let device = await followed.device(at: command.device.address),
            let question = device.model.question(request.part, request.capability, number: number)
        else { throw .notExpressible }
        try await control.send(question, expiringIn: remaining)
    }

    package func clear(_ topic: String) async throws(LinkError) { try await control.clear(topic) }

    private func order(_ command: ValidCommand, number: UInt32) async -> DialectOrder? {
        let request = command.request
        let device = await followed.device(at: command.device.address)
        return device?.model.order(
            request.part, request.capability, command.value, number: number, showing: command.known)
    }

    /// Returns when both lanes were connected, or when cancelled.
    package func waitUntilConnected() async {
        await control.subscriptions.waitUntilConnected()
        await telemetry.subscriptions.waitUntilConnected()
    }

    /// Whether the telemetry lane, for which the broker holds messages, is connected to it as it was started last, or
    /// comes back within `patience`.
    package func isConnected(to start: String, within patience: Duration) async -> Bool {
        let deadline = clock.uptime() + patience
        while await !telemetry.isConnected(to: start) {
            guard clock.uptime() < deadline, !Task.isCancelled else { return false }
            await clock.sleep(for: .milliseconds(50))
        }
        return true
    }

    /// How many messages the broker says to have dropped since it started, because more waited than it can hold. Nil of
    /// somebody else's, and until it has said so.
    package var dropped: Int? { get async { await control.dropped } }

    /// What the broker said last of its memory. Nil of an external one, and until it has said so on this connection.
    package var brokerHeap: BrokerHeap? { get async { await control.heap } }

    /// Nil while the lane is connected, else why it is not.
    package func troubles() async -> (control: MosquittoError?, telemetry: MosquittoError?) {
        (await control.trouble, await telemetry.trouble)
    }
}

/// The settings of the two connections.
package struct MQTTLanes: Sendable {
    package let control: MosquittoSettings
    package let telemetry: MosquittoSettings

    package init(control: MosquittoSettings, telemetry: MosquittoSettings) {
        self.control = control
        self.telemetry = telemetry
    }
}

extension Evidence {
    fileprivate init(_ proof: DialectOrder.Proof) {
        switch proof {
        case .report: self = .report
        case .answer: self = .answer
        case .none: self = .none
        }
    }
}
