package import HomeModel
package import Logging

/// Where links hand over what devices say about themselves and their state. Readings go to `ReadingPipeline`.
package struct LinkIntake: Sendable {
    private let registry: HomeRegistry
    private let board: StateBoard
    private let feed: LiveFeed
    private let pending: PendingCommands
    private let findings: LinkFindings
    private let clock: HomeClock
    private let logger: Logger

    package init(
        registry: HomeRegistry, board: StateBoard, feed: LiveFeed, pending: PendingCommands,
        findings: LinkFindings, clock: HomeClock, logger: Logger
    ) {
        self.registry = registry
        self.board = board
        self.feed = feed
        self.pending = pending
        self.findings = findings
        self.clock = clock
        self.logger = logger
    }

    /// A device described itself. An adopted one whose description changed is listened to anew.
    package func described(_ address: LinkAddress, _ description: DeviceDescription, native: String?) async {
        guard await registry.described(address, description, native: native, at: clock.now()) else { return }
        await feed.showDevicesChanged()
    }

    /// A device has described a part of itself. Nothing that is known of it already is taken away by that.
    package func sketched(_ address: LinkAddress, _ description: DeviceDescription, native: String?) async {
        guard await registry.isNew(description, of: address) else { return }
        await described(address, description, native: native)
    }

    /// Something on the network is not as it should be.
    package func found(_ finding: LinkFinding) async {
        guard await findings.note(finding, at: clock.now()) else { return }
        logger.notice(
            "something on the devices' network is not as it should be",
            metadata: [
                LogKey.mqttTopic: "\(InertText(finding.topic, limit: 64))", LogKey.errorCode: "\(finding.code)",
                LogKey.errorDetail: "\(finding.detail)",
            ])
    }

    package func availability(_ availability: Availability, of address: LinkAddress) async {
        guard let device = await registry.snapshot.device(at: address) else {
            await registry.noteAvailability(availability, of: address, at: clock.now())
            return
        }
        guard await board.set(availability, of: device.id) else { return }
        if !availability.isReachable { await pending.forgetReports(of: device.id) }
        await feed.show([.availability(device.id, availability)])
    }

    /// A device took back everything that it had announced.
    package func removed(_ address: LinkAddress) async {
        guard await registry.snapshot.device(at: address) != nil else { return await registry.forget(address) }
        await availability(.lost, of: address)
    }

    /// A commandable capability has this value now. Without `isProof` it is only shown so: what the device said is beyond the
    /// capability's range.
    package func state(
        _ series: SeriesID, _ value: CapabilityValue, isRetained: Bool, isProof: Bool = true
    ) async {
        let now = clock.now()
        // What the broker remembered is no answer to a command, and mostly no news.
        if isRetained {
            if isProof { await pending.remembered(value, for: series) }
            guard await board.recall(value, of: series, at: now) else { return }
            await feed.show([.recalled(StateChange(series: series, time: now, value: value))])
        } else {
            await board.set(value, of: series, at: now, now: now)
            if isProof {
                await pending.reported(value, for: series)
            } else {
                await pending.reportedBeyondRange(of: series)
            }
            await feed.show([.state(StateChange(series: series, time: now, value: value))])
        }
    }

    /// The device accepted a value; it has not reached it yet.
    package func accepted(_ series: SeriesID, _ value: CapabilityValue, isRetained: Bool) async {
        guard !isRetained else { return }
        await pending.acknowledged(value, for: series)
    }

    /// The device answered a command itself: it took it over, or says why not.
    package func answered(_ command: CommandID, failure: String?) async {
        if let failure { await pending.failed(command, failure) } else { await pending.acknowledged(command) }
    }

    /// A device, or its bridge, says that it did not do something; nil where it does not say what. Without `isCertain` the
    /// bridge only had no answer from the device.
    package func failed(
        _ device: DeviceID, _ part: PartID?, _ capability: CapabilityName?, _ reason: String, isCertain: Bool
    ) async {
        await pending.failed(reason, isCertain: isCertain) { series in
            series.device == device && part.map { $0 == series.part } ?? true
                && capability.map { $0 == series.capability } ?? true
        }
    }

    /// The link lost its network: nobody knows which device is there.
    package func networkLost() async {
        await pending.forgetReports()
        let forgotten = await board.forgetAvailabilities()
        await feed.show(forgotten.sorted { $0.rawValue < $1.rawValue }.map { .availability($0, .unknown) })
    }
}
