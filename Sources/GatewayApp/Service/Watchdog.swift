import GatewayAPI
import GatewayCore
import AuditTrail
import Concurrency
import Logging
import MQTTLink

/// Feeds the watchdog of the service manager while all parts of the gateway answer. The answers come from the loops that
/// do the work and not from a timer beside them, so a part that hangs ends the process, which is then started again.
struct Watchdog: Sendable {
    /// A part of the gateway that must answer.
    struct Part: Sendable {
        let name: String
        /// Whether an answer can wait for the disk.
        var usesDisk = false
        /// Returns when the part has taken a turn, or the task is cancelled.
        let nextTurn: @Sendable () async -> Void
    }

    private enum Event: Sendable {
        case round
        case answered(Int)
    }

    let parts: [Part]
    let timeout: Duration
    let clock: HomeClock
    let logger: Logger
    /// Called when all parts have answered.
    let feed: @Sendable () -> Void

    /// Begins a round twice in each timeout, until cancelled.
    func run() async {
        let (events, event) = AsyncStream.makeStream(of: Event.self)
        let questions = parts.map { _ in AsyncStream.makeStream(of: Void.self) }
        await withDiscardingTaskGroup { group in
            for (index, part) in parts.enumerated() {
                group.addTask {
                    for await _ in questions[index].stream {
                        await part.nextTurn()
                        event.yield(.answered(index))
                    }
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    event.yield(.round)
                    await clock.sleep(for: timeout / 2)
                }
            }
            var rounds = WatchdogRounds(parts.map { ($0.name, $0.usesDisk) })
            for await next in events {
                switch next {
                case .round: begin(&rounds) { questions[$0].continuation.yield() }
                case .answered(let index): if rounds.answered(index, at: clock.uptime()) { feed() }
                }
            }
            group.cancelAll()
        }
    }

    private func begin(_ rounds: inout WatchdogRounds, asking ask: (Int) -> Void) {
        let (asked, late) = rounds.begin(at: clock.uptime())
        for part in late {
            logger.error(
                "a part of the gateway does not answer, so the watchdog is not fed",
                metadata: [LogKey.part: "\(part.name)", LogKey.seconds: "\(part.since.components.seconds)"])
        }
        for index in asked { ask(index) }
    }
}

extension Gateway {
    /// Reports to `manager`. The gateway is ready when both servers of the API are; `isReady` is sent by the one on the
    /// Unix socket.
    func managed(by manager: ServiceManager, isReady: Reply) -> ManagedService {
        let watchdog = manager.watchdogTimeout.map { timeout in
            Watchdog(parts: watchedParts, timeout: timeout, clock: home.state.clock, logger: logger) {
                manager.send(.alive)
            }
        }
        return ManagedService(manager: manager, watchdog: watchdog) {
            await isReady.wait()
            await https?.isReady.wait()
        }
    }

    /// The parts that must answer: both lanes, the way of commands, the audit log and the API.
    private var watchedParts: [Watchdog.Part] {
        let lanes = MQTTLane.allCases.flatMap { lane in
            [
                Watchdog.Part(name: "\(lane) lane") { await network.link.nextTurn(of: lane) },
                Watchdog.Part(name: "messages of the \(lane) lane", usesDisk: true) {
                    await network.link.processed(by: lane)
                },
            ]
        }
        return lanes + [
            Watchdog.Part(name: "commands") { await home.commands.commands.nextTurn() },
            Watchdog.Part(name: "audit log", usesDisk: true) { await disk.audit.nextTurn() },
            Watchdog.Part(name: "API") { await APILiveness.nextAnswer(socketPath: state.socket) },
        ]
    }
}
