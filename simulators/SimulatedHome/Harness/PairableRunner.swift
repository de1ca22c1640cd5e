import AvahiDiscovery
import Logging

/// Runs the server of a device that controllers pair with.
protocol PairableRunner: Sendable {
    /// The values that the server has yet to show.
    var states: StateQueue { get }
    var logger: Logger { get }
    /// Runs until `end`, or until cancelled.
    func run() async
}

extension PairableRunner {
    /// Shows these values without waiting.
    func show(_ state: ShownState, device: String) { states.append(state, device: device) }

    /// Ends `run`.
    func end() { states.finish() }

    /// Runs a server until cancelled, and logs why it ended otherwise.
    func serve(_ run: () async throws -> Void) async {
        do {
            try await run()
        } catch is CancellationError {
        } catch {
            logger.warning("a simulated device cannot be reached", metadata: ["error.reason": "\(error)"])
        }
    }
}

/// Where such a device keeps its identity and its pairings, how it is announced, and what acts on its commands.
struct PairableParameters: Sendable {
    /// Nil to keep them in memory.
    let folder: String?
    let publisher: AvahiPublisher?
    /// Returns nil if the device does not act on the command.
    let receive: @Sendable (_ device: String, _ command: DeviceCommand) async -> DeviceResponse?
}
