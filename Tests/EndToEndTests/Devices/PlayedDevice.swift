import DeviceFixtures
import Foundation
import HomeDialects
import HomeModel
import MosquittoTransport
import Synchronization
import TestSupport
import Testing

/// A device fixture, alive: it announces itself, and answers what it is told as the fixture says.
final class PlayedDevice: Sendable {
    private struct Play {
        var command: DeviceFixture.Command?
        var received: [String] = []
        var sendsLeft: [DeviceFixture.Message] = []
    }

    private let fixture: DeviceFixture
    private let connection: MosquittoConnection
    private let play = Mutex(Play())

    init(_ fixture: DeviceFixture, on connection: MosquittoConnection) {
        self.fixture = fixture
        self.connection = connection
    }

    /// Runs `body` while the device is there.
    static func with(
        _ fixture: DeviceFixture, in home: HomeUnderTest, _ body: @Sendable (PlayedDevice) async throws -> Void
    ) async throws {
        try await ForeignClient(fixture.root, mac: mac(fixture), in: home).withConnection { connection in
            let device = PlayedDevice(fixture, on: connection)
            try await withThrowingTaskGroup(of: Void.self) { group in
                let (reconnects, reconnected) = AsyncStream.makeStream(of: Void.self)
                group.addTask { await device.listen(reconnected) }
                try await device.begin()
                group.addTask {
                    for await _ in reconnects {
                        do { try await device.begin() } catch {
                            Issue.record("\(fixture) is connected again: \(error)")
                        }
                    }
                }
                try await body(device)
                group.cancelAll()
            }
        }
    }

    /// From now on this is what it is told; what else it is told is noted.
    func expect(_ command: DeviceFixture.Command) {
        play.withLock { $0 = Play(command: command, sendsLeft: command.sends) }
    }

    /// What was meant to come and did not, and everything that came instead.
    var missing: (sends: [String], received: [String]) {
        play.withLock { play in (play.sendsLeft.map { "\($0.topic) \($0.payload)" }, play.received) }
    }

    /// What the firmware of a device does at each connection, because the broker may have forgotten all of it. Where the
    /// connection is lost meanwhile, the next one begins anew.
    private func begin() async throws {
        try await whileConnected {
            try await subscribe()
            try await announce()
        }
    }

    /// A connection that is lost comes again by itself, unless the story has ended.
    private func whileConnected(_ body: () async throws -> Void) async throws {
        do { try await body() } catch let error as MosquittoError {
            guard error.leavesNoConnection else { throw error }
        }
    }

    /// What a Tasmota announces itself by, outside its own topics.
    private static func mac(_ fixture: DeviceFixture) -> MACAddress? {
        let levels = fixture.announces.first?.topic.split(separator: "/") ?? []
        return levels.count == 4 && levels[0] == "tasmota" ? MACAddress(String(levels[2])) : nil
    }

    private func subscribe() async throws {
        let told = fixture.commands.flatMap { $0.sends + ($0.asks.map { [$0] } ?? []) }.map(\.topic)
        let topics = Set(told + [Self.questions(fixture.root)])
        try await connection.subscribe(topics.map { Subscription(topicFilter: $0, noLocal: true) })
    }

    /// Where a Shelly is asked what it is; its answers are in the fixture by the numbers of the questions.
    private static func questions(_ root: String) -> String { "\(root)/rpc" }
    private var answerTopic: String { "\(fixture.root)/reply/rpc" }

    private func announce() async throws {
        for message in fixture.announces where message.topic != answerTopic {
            try await publish(message, id: 0, retained: true)
        }
    }

    private func publish(_ message: DeviceFixture.Message, id: UInt32, retained: Bool = false) async throws {
        _ = try await connection.publish(
            Publication(topic: message.topic, payload: message.bytes(id: id), qos: .atLeastOnce, retain: retained))
    }

    private func listen(_ reconnected: AsyncStream<Void>.Continuation) async {
        for await event in connection.events {
            switch event {
            case .connected: reconnected.yield()
            case .messages(let messages):
                do {
                    for message in messages { try await whileConnected { try await hear(message) } }
                } catch { Issue.record("\(fixture) answers: \(error)") }
            default: break
            }
        }
    }

    private func hear(_ message: ReceivedMessage) async throws {
        let number = (try? JSONValue(parsing: message.payload))?["id"]?.integer
        if message.topic == Self.questions(fixture.root), let number, number >= 1 << 31 {
            for answer in fixture.announces where answer.topic == answerTopic && answer.payload["id"]?.integer == number
            {
                try await publish(answer, id: 0)
            }
            return
        }
        let id = number.flatMap { UInt32(exactly: $0) } ?? 0
        for answer in answers(to: message, id) { try await publish(answer, id: id) }
    }

    private func answers(to message: ReceivedMessage, _ id: UInt32) -> [DeviceFixture.Message] {
        play.withLock { play in
            play.received.append("\(message.topic) \(String(decoding: message.payload, as: UTF8.self))")
            if let next = play.sendsLeft.first, next.isSame(as: message.topic, message.payload, id: id) {
                play.sendsLeft.removeFirst()
                return play.sendsLeft.isEmpty ? play.command?.answers ?? [] : []
            }
            guard let asks = play.command?.asks, asks.isSame(as: message.topic, message.payload, id: id) else {
                return []
            }
            return play.command?.replies ?? []
        }
    }
}

extension MosquittoError {
    fileprivate var leavesNoConnection: Bool {
        switch self {
        case .connectionLost, .notConnected, .keepAliveTimeout, .disconnectedByBroker, .sessionTakenOver, .cancelled,
            .closed:
            true
        default: false
        }
    }
}
