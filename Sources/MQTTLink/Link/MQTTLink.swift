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
    package let kinds: Set<LinkKind> = [.homie5]

    private let followed: FollowedDevices
    private let control: ControlLane
    private let telemetry: TelemetryLane
    private let revokeCredential: @Sendable (String) async -> Void

    /// `revokeCredential` takes back the right of a root topic to connect, and cuts its connection. `broker` is nil when
    /// somebody else runs it.
    package init(
        lanes: MQTTLanes, intake: LinkIntake, pipeline: ReadingPipeline, clock: HomeClock, logger: Logger,
        revokeCredential: @escaping @Sendable (String) async -> Void, broker: SupervisedBroker? = nil
    ) throws(MosquittoError) {
        followed = FollowedDevices()
        control = ControlLane(
            connection: try MosquittoConnection(lanes.control), followed: followed, intake: intake, logger: logger,
            hearsDrops: broker != nil)
        telemetry = TelemetryLane(
            connection: try MosquittoConnection(lanes.telemetry), followed: followed, pipeline: pipeline, clock: clock,
            logger: logger, broker: broker)
        self.revokeCredential = revokeCredential
    }

    /// Keeps both lanes connected until cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.control.run() }
            group.addTask { await self.telemetry.run() }
        }
    }

    package func follow(_ devices: [Device], asOf revision: Int) async {
        await followed.replace(with: devices, asOf: revision)
        control.subscriptions.refresh()
        telemetry.subscriptions.refresh()
    }

    package func send(_ command: AuditedCommand, expiringIn remaining: Duration) async throws(LinkError) -> Evidence {
        let valid = command.command
        let request = valid.request
        guard let model = await followed.model(at: valid.device.address),
            let message = model.commandMessage(request.part, request.capability, valid.value)
        else { throw .notExpressible }
        try await control.send(message, expiringIn: remaining)
        let isReported = valid.device.capability(request.capability, of: request.part)?.isReported ?? false
        return isReported ? .reported : .none
    }

    package func reportedValue(of command: ValidCommand) async -> CapabilityValue {
        let request = command.request
        let model = await followed.model(at: command.device.address)
        return model?.valueAsSent(request.part, request.capability, command.value) ?? command.value
    }

    package func revoke(_ device: Device) async {
        await revokeCredential(device.address.root)
    }

    /// Returns when both lanes were connected, or when cancelled.
    package func waitUntilConnected() async {
        await control.subscriptions.waitUntilConnected()
        await telemetry.subscriptions.waitUntilConnected()
    }

    /// How many messages the broker says to have dropped since it started, because more waited than it can hold. Nil of
    /// somebody else's, and until it has said so.
    package var dropped: Int? { get async { await control.dropped } }

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
