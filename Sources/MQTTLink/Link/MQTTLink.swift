package import GatewayCore
import DeviceProtocols
package import HomeModel
package import Logging
package import MosquittoTransport

/// Connects the gateway to MQTT devices: two connections ("lanes") to the broker, with the devices' dialects as
/// translators.
///
/// The control lane carries commands, replies, states and announcements at the lowest latency. The telemetry lane
/// carries the values that are recorded; a message is acknowledged only after its values are on disk. So a busy disk
/// never delays a command.
package final class MQTTLink: DeviceLink {
    static let kinds = Set(DeviceFamilies.linkKinds)

    package var kinds: Set<LinkKind> { Self.kinds }
    package let findingSource = LinkFinding.Source.mqtt

    let router: TopicRouter
    private let eventReceiver: LinkEventReceiver
    let control: ControlLane
    private let telemetry: TelemetryLane
    private let clock: HomeClock

    /// Checks the settings; `run` connects. `broker` is nil when the gateway does not run the broker itself; its access
    /// rules are then unknown.
    ///
    /// Throws the errors of `MosquittoConnection.init`.
    package init(
        lanes: MQTTLanes, eventReceiver: LinkEventReceiver, timestampAssigner: TimestampAssigner, clock: HomeClock,
        logger: Logger,
        ownership: TopicOwnership = .unconfined, broker: SupervisedBroker? = nil,
        profiles: DeviceProfiles = DeviceProfiles()
    ) throws(MosquittoError) {
        self.clock = clock
        router = TopicRouter(profiles)
        self.eventReceiver = eventReceiver
        control = ControlLane(
            connection: try MosquittoConnection(lanes.control), router: router, eventReceiver: eventReceiver,
            clock: clock,
            logger: logger, ownership: ownership, broker: broker)
        telemetry = TelemetryLane(
            connection: try MosquittoConnection(lanes.telemetry), router: router,
            timestampAssigner: timestampAssigner, clock: clock, logger: logger, broker: broker)
    }

    /// Keeps both lanes connected until cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.control.run() }
            group.addTask { await self.telemetry.run() }
        }
    }

    /// Returns when a lane has taken a turn: whether it is connected or not, and without waiting for the disk.
    package func nextTurn(of lane: MQTTLane) async {
        switch lane {
        case .control: await control.nextTurn()
        case .telemetry: await telemetry.nextTurn()
        }
    }

    /// Returns when a lane has processed the messages that have arrived, which can wait for the disk.
    package func processed(by lane: MQTTLane) async {
        switch lane {
        case .control: await control.processed()
        case .telemetry: await telemetry.processed()
        }
    }

    package func follow(_ devices: [Device], asOf revision: Int) async {
        // A new model has not received the retained messages; the broker sends them again for a renewed subscription.
        let changedTopics = await router.replace(with: devices, asOf: revision)
        await control.subscriptions.renew(changedTopics)
        control.subscriptions.refresh()
        telemetry.subscriptions.refresh()
        await updateStoredDescriptions(devices)
    }

    /// Updates the stored descriptions that differ from what this version of the gateway derives from the stored
    /// announcements. The models already follow this version, so the stored description is updated at once and not only
    /// when the device next describes itself.
    private func updateStoredDescriptions(_ devices: [Device]) async {
        for (address, description, native) in await router.snapshot.changedDescriptions(of: devices) {
            await eventReceiver.described(address, description: description, native: native)
        }
    }

    package func clear(_ finding: LinkFinding) async throws(LinkError) {
        guard finding.isKept else { return }
        try await control.clear(finding.location.text)
    }

    /// Returns after both lanes have connected, or when the task is cancelled. Supports one caller only.
    package func waitUntilConnected() async {
        await control.subscriptions.waitUntilConnected()
        await telemetry.subscriptions.waitUntilConnected()
    }

    /// Returns whether the telemetry lane is connected to the broker process that `start` names; waits up to `timeout`
    /// for that. The telemetry lane counts because the broker queues messages for it.
    package func isConnected(to start: String, within timeout: Duration) async -> Bool {
        let deadline = clock.uptime() + timeout
        while await !telemetry.isConnected(to: start) {
            guard clock.uptime() < deadline, !Task.isCancelled else { return false }
            await clock.sleep(for: .milliseconds(50))
        }
        return true
    }

    /// The number of messages that the broker reports to have dropped since it started, because its queues were full.
    /// Nil for an external broker, and until the broker has reported it.
    package var dropped: Int? { get async { await control.dropped } }

    /// The memory use that the broker reported last. Nil for an external broker, and until the broker has reported it
    /// on the current connection.
    package var brokerHeap: BrokerHeap? { get async { await control.heap } }

    /// Why each lane is not connected; nil for a lane that is connected.
    package func troubles() async -> (control: MosquittoError?, telemetry: MosquittoError?) {
        (await control.trouble, await telemetry.trouble)
    }
}

/// The two connections.
package enum MQTTLane: String, CaseIterable, Sendable { case control, telemetry }

/// The settings of the two connections.
package struct MQTTLanes: Sendable {
    /// The messages of one report of a device arrive within less than this, and a client that watches live events still
    /// gets them without a noticeable delay.
    private static let coalescingDelayWhileWatched = Duration.milliseconds(10)
    /// While no client watches live events, waking up for every report would cost more than all other work together.
    private static let coalescingDelayUnwatched = Duration.milliseconds(200)

    package let control: MosquittoSettings
    package let telemetry: MosquittoSettings

    /// `isWatched` returns whether a client watches live events; it must not wait.
    package init(
        control: MosquittoSettings, telemetry: MosquittoSettings, isWatched: @escaping @Sendable () -> Bool
    ) {
        self.control = control
        var telemetry = telemetry
        telemetry.coalescingDelay = {
            isWatched() ? Self.coalescingDelayWhileWatched : Self.coalescingDelayUnwatched
        }
        self.telemetry = telemetry
    }
}

/// The functions of a broker that this gateway runs and that the link uses. An external broker offers none of them.
package struct SupervisedBroker: Sendable {
    /// The topic on which the broker publishes how many messages it dropped since it started, because its queues were
    /// full.
    static let droppedTopic = "$SYS/broker/publish/messages/dropped"

    /// The topic on which the broker publishes how many bytes of memory it uses.
    static let heapTopic = "$SYS/broker/heap/current"

    /// Makes the broker write its sessions to disk, so that the subscriptions survive a crash of the broker. Readings
    /// then wait for the telemetry lane; without a subscription the broker would acknowledge them to their device and
    /// drop them.
    let saveSession: @Sendable () async -> Void
    /// Identifies the running broker process; each start has another identity.
    let currentStart: @Sendable () async -> String
    /// Reports that the broker did not respond to a lane. Returns at once.
    let reportSilence: @Sendable () -> Void

    package init(
        saveSession: @escaping @Sendable () async -> Void, currentStart: @escaping @Sendable () async -> String,
        reportSilence: @escaping @Sendable () -> Void
    ) {
        self.saveSession = saveSession
        self.currentStart = currentStart
        self.reportSilence = reportSilence
    }
}

/// The memory use that the broker reported last.
package struct BrokerHeap: Sendable, Equatable {
    package let bytes: Int
    /// When the report arrived, on the monotonic clock.
    package let receivedAt: Duration

    package init(bytes: Int, receivedAt: Duration) { (self.bytes, self.receivedAt) = (bytes, receivedAt) }
}
