import HomeDialects
import HomeModel
import MosquittoTransport
import Synchronization

/// A simulated lamp that does at once what it is told, and remembers when it was told.
final class ObedientLamp: Sendable {
    static let root = "lamp"
    static let brightness = CapabilityName(.brightness)
    /// Where it says how bright it is; below it, at `/set`, it is told.
    static let topic = "lamp/5/lamp/main/brightness"

    private let device: HomieDevice
    private let connection: MosquittoConnection
    private let heard = Mutex<[ContinuousClock.Instant]>([])

    init(over connection: MosquittoConnection) {
        self.connection = connection
        let dimmer = Capability(
            Self.brightness, minimum: 0, maximum: 100, step: 1, roundsToStep: true, isCommanded: true)
        device = HomieDevice(
            domain: Self.root, id: Self.root,
            description: DeviceDescription(name: "Lamp", parts: [Part(id: .main, capabilities: [dimmer])]), version: 1)
    }

    func announce() async throws {
        try await connection.subscribe([Subscription(topicFilter: device.commandFilter, retainHandling: .never)])
        let value = device.value(.main, Self.brightness, .number(0))
        for message in device.announcement() + [value, device.state(.ready)].compactMap(\.self) {
            try await connection.publish(Publication(message))
        }
    }

    /// Obeys until cancelled.
    func obey() async {
        for await event in connection.events {
            guard case .messages(let messages) = event else { continue }
            for message in messages {
                heard.withLock { $0.append(.now) }
                await obey(message)
            }
        }
    }

    /// When the lamp was told something since the last call, in order.
    func takeHeard() -> [ContinuousClock.Instant] {
        heard.withLock { heard in
            defer { heard = [] }
            return heard
        }
    }

    /// Both answers go out together, as from a device that does not wait for its broker.
    private func obey(_ message: ReceivedMessage) async {
        guard let command = try? device.command(topic: message.topic, payload: message.payload) else { return }
        let target = device.acceptance(topic: message.topic, payload: message.payload)
        let value = device.value(command.part, command.capability, command.value)
        await withDiscardingTaskGroup { group in
            for answer in [target, value].compactMap(\.self) {
                group.addTask { [connection] in _ = try? await connection.publish(Publication(answer)) }
            }
        }
    }
}
