package import HomeModel
package import Logging

/// Receives from the links the descriptions, availabilities and states of devices, and their answers to commands.
/// Readings go to `TimestampAssigner`.
package struct LinkEventReceiver: Sendable {
    private let registry: HomeRegistry
    private let display: StateDisplay
    private let pending: PendingCommands
    private let findings: LinkFindings
    private let reachability: ReachabilityRecorder
    private let clock: HomeClock
    private let logger: Logger

    package init(
        registry: HomeRegistry, display: StateDisplay, pending: PendingCommands,
        findings: LinkFindings, reachability: ReachabilityRecorder, clock: HomeClock, logger: Logger
    ) {
        self.registry = registry
        self.display = display
        self.pending = pending
        self.findings = findings
        self.reachability = reachability
        self.clock = clock
        self.logger = logger
    }

    /// Processes the description of a device. The links subscribe again for an adopted device whose description
    /// changed.
    package func described(_ address: LinkAddress, description: DeviceDescription, native: String?) async {
        guard await registry.described(address, description: description, native: native, at: clock.now()) else {
            return
        }
        await display.showDevicesChanged()
    }

    /// Processes a description of some parts of a device. It counts only if it contains everything that is known of the
    /// device, so that it never removes anything.
    package func partiallyDescribed(_ address: LinkAddress, description: DeviceDescription, native: String?) async {
        guard await registry.coversKnownDescription(description, of: address) else { return }
        await described(address, description: description, native: native)
    }

    /// Records a problem on the devices' network, and logs each code at most once a minute.
    package func found(_ finding: LinkFinding) async {
        guard await findings.note(finding, at: clock.now()) else { return }
        logger.notice(
            "a problem was found on the devices' network",
            metadata: [
                finding.source.logKey: "\(EscapedText(finding.location.text, limit: 64))",
                LogKey.errorCode: "\(finding.code)", LogKey.errorDetail: "\(finding.detail)",
            ])
    }

    /// Sets the availability of a device. Reports of a device that is not reachable may be missed, so its last reports
    /// are forgotten.
    package func availability(_ availability: Availability, of address: LinkAddress) async {
        guard let device = await registry.snapshot.device(at: address) else {
            await registry.noteAvailability(availability, of: address, at: clock.now())
            return
        }
        guard await display.show(availability, of: device.id) else { return }
        if await reachability.record(availability, of: device.id, at: clock.now()) {
            await display.showActivity(of: device.id)
        }
        if !availability.isReachable { await pending.forgetReports(of: [device.id]) }
    }

    /// Processes the removal of all announcements of a device: an adopted device is lost, another one is forgotten.
    package func removed(_ address: LinkAddress) async {
        guard await registry.snapshot.device(at: address) != nil else { return await registry.forget(address) }
        await availability(.lost, of: address)
    }

    /// Processes a value of a commandable capability. Without `isProof` it is only shown: the value that the device
    /// reported is beyond the capability's range.
    package func state(
        _ series: SeriesID, value: CapabilityValue, isRetained: Bool, isProof: Bool = true
    ) async {
        let now = clock.now()
        // A retained value is no answer to a command, and mostly not new.
        if isRetained {
            if isProof { await pending.retained(value, for: series) }
            await display.showRetained(value, of: series, at: now)
        } else {
            await display.show(value, of: series, at: now)
            if isProof {
                await pending.reported(value, for: series)
            } else {
                await pending.reportedBeyondRange(of: series)
            }
        }
    }

    /// Shows a value of a commandable capability that was reported before a command was sent. It says nothing about the
    /// command.
    package func shown(_ series: SeriesID, value: CapabilityValue) async {
        await display.show(value, of: series, at: clock.now())
    }

    /// Processes a report that a part moves, or stands still, for the commands to the part. Another report of the same
    /// value shows and stores it.
    package func moved(_ series: SeriesID, value: CapabilityValue) async { await pending.reported(value, for: series) }

    /// Records that reports of these devices may have been missed.
    package func missedReports(of devices: Set<DeviceID>) async { await pending.forgetReports(of: devices) }

    /// Records that the device accepted a value that it has not reached yet.
    package func accepted(_ series: SeriesID, value: CapabilityValue, isRetained: Bool) async {
        guard !isRetained else { return }
        await pending.acknowledged(value, for: series)
    }

    /// Processes a device's own answer to a command: it accepted the command, or `failure` says why not.
    package func replied(_ command: CommandID, failure: String?) async {
        if let failure { await pending.failed(command, reason: failure) } else { await pending.acknowledged(command) }
    }

    /// Processes the report of a device, or of its bridge, that it did not do something; part and capability are nil
    /// where the report does not name them. Without `isCertain` the bridge only got no answer from the device.
    package func failed(
        _ device: DeviceID, part: PartID?, capability: CapabilityName?, reason: String, isCertain: Bool
    ) async {
        await pending.failed(reason, isCertain: isCertain) { series in
            series.device == device && part.map { $0 == series.part } ?? true
                && capability.map { $0 == series.capability } ?? true
        }
    }

    /// Processes the loss of the network of a link, which reaches the devices of these kinds: it is not known any more
    /// which of them can be reached. Devices of other links stay as they are.
    package func networkLost(of kinds: Set<LinkKind>) async {
        let home = await registry.snapshot
        let devices = Set(home.devices.values.filter { kinds.contains($0.address.kind) }.map(\.id))
        await pending.forgetReports(of: devices)
        await display.showNetworkLoss(of: devices)
    }
}
