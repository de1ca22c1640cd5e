import AvahiDiscovery

/// Runs the server of a device that controllers pair with.
protocol PairableRunner: Sendable {
    /// Shows these values without waiting.
    func show(_ state: ShownState, device: String)
    /// Ends `run`.
    func end()
    /// Runs until `end`, or until cancelled.
    func run() async
}

/// Where such a device keeps its identity and its pairings, how it is announced, and what acts on its commands.
struct PairableParameters: Sendable {
    /// Nil to keep them in memory.
    let folder: String?
    let publisher: AvahiPublisher?
    /// Returns nil if the device does not act on the command.
    let receive: @Sendable (_ device: String, _ command: DeviceCommand) async -> DeviceResponse?
}
