import DeviceEmulators
import DeviceProtocols
import HomeModel
import MosquittoTransport
import Synchronization

/// A simulated lamp that executes commands at once and records when they arrived.
final class SimulatedLamp: Sendable {
    static let root = "lamp"
    static let brightness = CapabilityName(.brightness)
    /// The topic of its brightness. Commands arrive below it, at `/set`.
    static let topic = "lamp/5/lamp/main/brightness"

    private let device: EmulatedHomieDevice
    private let connection: MosquittoConnection
    private let arrivals = Mutex<[ContinuousClock.Instant]>([])

    init(over connection: MosquittoConnection) {
        self.connection = connection
        let dimmer = Capability(
            Self.brightness, minimum: 0, maximum: 100, step: 1, roundsToStep: true, isCommanded: true)
        device = EmulatedHomieDevice(
            domain: Self.root, id: Self.root,
            description: DeviceDescription(name: "Lamp", parts: [Part(id: .main, capabilities: [dimmer])]), version: 1)
    }

    func announce() async throws {
        try await connection.subscribe([Subscription(topicFilter: device.commandFilter, retainHandling: .never)])
        let value = device.value(.main, capability: Self.brightness, value: .number(0))
        for message in device.announcement() + [value, device.state(.ready)].compactMap(\.self) {
            try await connection.publish(Publication(message))
        }
    }

    /// Executes commands until the task is cancelled.
    func handleCommands() async {
        for await event in connection.events {
            guard case .messages(let messages) = event else { continue }
            for message in messages {
                arrivals.withLock { $0.append(.now) }
                await handleCommands(message)
            }
        }
    }

    /// Returns when commands arrived since the last call, in order, and forgets them.
    func drainArrivals() -> [ContinuousClock.Instant] {
        arrivals.withLock { arrivals in
            defer { arrivals = [] }
            return arrivals
        }
    }

    /// Both answers are sent at the same time, as a device does that does not wait for its broker.
    private func handleCommands(_ message: ReceivedMessage) async {
        guard let command = try? device.command(topic: message.topic, payload: message.payload) else { return }
        let target = device.acceptance(topic: message.topic, payload: message.payload)
        let value = device.value(command.part, capability: command.capability, value: command.value)
        await withDiscardingTaskGroup { group in
            for answer in [target, value].compactMap(\.self) {
                group.addTask { [connection] in _ = try? await connection.publish(Publication(answer)) }
            }
        }
    }
}
