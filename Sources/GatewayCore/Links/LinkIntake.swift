package import HomeModel
package import Logging

/// Where links hand over what devices say about themselves and their state. Readings go to `ReadingPipeline`.
package struct LinkIntake: Sendable {
    private let registry: HomeRegistry
    private let board: StateBoard
    private let feed: LiveFeed
    private let pending: PendingCommands
    private let clock: HomeClock
    private let logger: Logger
    private let descriptionChanged: @Sendable () -> Void

    /// `descriptionChanged` is called when an adopted device described itself anew: that is to be stored, and links must
    /// be told what to follow.
    package init(
        registry: HomeRegistry, board: StateBoard, feed: LiveFeed, pending: PendingCommands, clock: HomeClock,
        logger: Logger, descriptionChanged: @escaping @Sendable () -> Void
    ) {
        self.registry = registry
        self.board = board
        self.feed = feed
        self.pending = pending
        self.clock = clock
        self.logger = logger
        self.descriptionChanged = descriptionChanged
    }

    /// A device described itself. An adopted one whose description changed is listened to anew.
    package func described(_ address: LinkAddress, _ description: DeviceDescription, native: String?) async {
        if await registry.described(address, description, native: native, at: clock.now()) { descriptionChanged() }
        await feed.show([.devicesChanged])
    }

    /// What a device below `root` announced breaks its dialect's rules.
    package func unreadable(_ root: String, _ code: String, _ sentence: String) async {
        guard await registry.noteUnreadable(code, at: clock.now()) else { return }
        logger.notice(
            "a device's announcement was rejected",
            metadata: [
                LogKey.mqttTopic: "\(InertText(root, limit: 64))", LogKey.errorCode: "\(code)",
                LogKey.errorDetail: "\(sentence)",
            ])
    }

    package func availability(_ availability: Availability, of address: LinkAddress) async {
        guard let device = await registry.snapshot.device(at: address) else {
            await registry.noteAvailability(availability, of: address, at: clock.now())
            return
        }
        guard await board.set(availability, of: device.id) else { return }
        await feed.show([.availability(device.id, availability)])
    }

    /// A device took back everything that it had announced.
    package func removed(_ address: LinkAddress) async {
        guard await registry.snapshot.device(at: address) != nil else { return await registry.forget(address) }
        await availability(.lost, of: address)
    }

    /// A commandable capability has this value now.
    package func state(_ series: SeriesID, _ value: CapabilityValue, isRetained: Bool) async {
        let now = clock.now()
        await board.set(value, of: series, at: now, now: now)
        // What the broker remembered is no answer to a command.
        guard !isRetained else { return }
        await pending.reported(value, for: series)
        await feed.show([.state(StateChange(series: series, time: now, value: value))])
    }

    /// The device accepted a value; it has not reached it yet.
    package func accepted(_ series: SeriesID, _ value: CapabilityValue, isRetained: Bool) async {
        guard !isRetained else { return }
        await pending.acknowledged(value, for: series)
    }

    /// The link lost its network: nobody knows which device is there.
    package func networkLost() async { await board.forgetAvailabilities() }
}
