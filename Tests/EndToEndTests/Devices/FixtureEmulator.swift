import DeviceFixtures
import Foundation
import DeviceProtocols
import HomeModel
import MosquittoTransport
import Synchronization
import TestSupport
import Testing

/// Emulates the device of a fixture: announces it, and answers its commands as the fixture describes.
final class FixtureEmulator: Sendable {
    /// The present command, and the messages of the gateway since it was set.
    private struct State {
        var command: DeviceFixture.Command?
        var received: [String] = []
        /// The messages of the command that have not arrived.
        var missing: [DeviceFixture.Message] = []
        /// Answers that were not sent because the connection was lost, with the id of their request.
        var unsent: [(answer: DeviceFixture.Message, id: UInt32)] = []
    }

    private let fixture: DeviceFixture
    private let connection: MosquittoConnection
    private let state = Mutex(State())

    init(_ fixture: DeviceFixture, on connection: MosquittoConnection) {
        self.fixture = fixture
        self.connection = connection
    }

    /// Runs `body` while the device is connected.
    static func with(
        _ fixture: DeviceFixture, in home: HomeUnderTest, body: @Sendable (FixtureEmulator) async throws -> Void
    ) async throws {
        try await MosquittoToolClient(fixture.root, mac: mac(fixture), in: home).withConnection { connection in
            let device = FixtureEmulator(fixture, on: connection)
            try await withThrowingTaskGroup(of: Void.self) { group in
                let (reconnects, reconnected) = AsyncStream.makeStream(of: Void.self)
                group.addTask { await device.handleEvents(reconnected) }
                try await device.begin()
                group.addTask {
                    for await _ in reconnects {
                        do { try await device.begin() } catch {
                            Issue.record("\(fixture) cannot begin again: \(error)")
                        }
                    }
                }
                try await body(device)
                group.cancelAll()
            }
        }
    }

    /// Expects the messages of `command` from now on, and records every message.
    func expect(_ command: DeviceFixture.Command) {
        state.withLock { $0 = State(command: command, missing: command.sends) }
    }

    /// The messages of the present command that have not arrived, and all messages that have.
    var progress: (missing: [String], received: [String]) {
        state.withLock { state in (state.missing.map { "\($0.topic) \($0.payload)" }, state.received) }
    }

    /// Subscribes and announces. The firmware of a device does so at each connection, because the broker may have lost
    /// both. If the connection is lost meanwhile, the next one repeats it.
    private func begin() async throws {
        try await whileConnected {
            try await subscribe()
            try await announce()
            while let (answer, id) = state.withLock({ $0.unsent.first }) {
                try await publish(answer, id: id)
                state.withLock { if !$0.unsent.isEmpty { $0.unsent.removeFirst() } }
            }
        }
    }

    /// Ignores the loss of the connection. The client reconnects by itself, unless the test has ended.
    private func whileConnected(_ body: () async throws -> Void) async throws {
        do { try await body() } catch let error as MosquittoError {
            guard error.isConnectionLoss else { throw error }
        }
    }

    /// Returns the MAC address in the announcement topic of a Tasmota; nil for other devices.
    private static func mac(_ fixture: DeviceFixture) -> MACAddress? {
        let levels = fixture.announces.first?.topic.split(separator: "/") ?? []
        return levels.count == 4 && levels[0] == "tasmota" ? MACAddress(String(levels[2])) : nil
    }

    private func subscribe() async throws {
        let commandTopics = fixture.commands.flatMap { $0.sends + ($0.asks.map { [$0] } ?? []) }.map(\.topic)
        let topics = Set(commandTopics + [Self.requestTopic(fixture.root)])
        try await connection.subscribe(topics.map { Subscription(topicFilter: $0, noLocal: true) })
    }

    /// The topic of RPC requests to a Shelly. Its responses are in the fixture, with the ids of the requests.
    private static func requestTopic(_ root: String) -> String { "\(root)/rpc" }
    private var responseTopic: String { "\(fixture.root)/reply/rpc" }

    private func announce() async throws {
        for message in fixture.announces where message.topic != responseTopic {
            try await publish(message, id: 0, retained: true)
        }
    }

    private func publish(_ message: DeviceFixture.Message, id: UInt32, retained: Bool = false) async throws {
        _ = try await connection.publish(
            Publication(topic: message.topic, payload: message.bytes(id: id), qos: .atLeastOnce, retain: retained))
    }

    private func handleEvents(_ reconnected: AsyncStream<Void>.Continuation) async {
        for await event in connection.events {
            switch event {
            case .connected: reconnected.yield()
            case .messages(let messages):
                do {
                    for message in messages { try await handle(message) }
                } catch { Issue.record("\(fixture) cannot answer: \(error)") }
            default: break
            }
        }
    }

    private func handle(_ message: ReceivedMessage) async throws {
        let number = (try? JSONValue(parsing: message.payload))?["id"]?.integer
        if message.topic == Self.requestTopic(fixture.root), let number, number >= 1 << 31 {
            for answer in fixture.announces
            where answer.topic == responseTopic && answer.payload["id"]?.integer == number {
                try await send(answer, id: 0)
            }
            return
        }
        let id = number.flatMap { UInt32(exactly: $0) } ?? 0
        for answer in answers(to: message, id: id) { try await send(answer, id: id) }
    }

    /// Sends an answer now, or after the next connection if this one is lost.
    private func send(_ answer: DeviceFixture.Message, id: UInt32) async throws {
        do { try await publish(answer, id: id) } catch let error as MosquittoError {
            guard error.isConnectionLoss else { throw error }
            state.withLock { $0.unsent.append((answer, id)) }
        }
    }

    private func answers(to message: ReceivedMessage, id: UInt32) -> [DeviceFixture.Message] {
        state.withLock { state in
            state.received.append("\(message.topic) \(String(decoding: message.payload, as: UTF8.self))")
            if let next = state.missing.first, next.isSame(as: message.topic, message.payload, id: id) {
                state.missing.removeFirst()
                return state.missing.isEmpty ? state.command?.answers ?? [] : []
            }
            guard let asks = state.command?.asks, asks.isSame(as: message.topic, message.payload, id: id) else {
                return []
            }
            return state.command?.replies ?? []
        }
    }
}

extension MosquittoError {
    fileprivate var isConnectionLoss: Bool {
        switch self {
        case .connectionLost, .notConnected, .keepAliveTimeout, .disconnectedByBroker, .sessionTakenOver, .cancelled,
            .closed:
            true
        default: false
        }
    }
}
