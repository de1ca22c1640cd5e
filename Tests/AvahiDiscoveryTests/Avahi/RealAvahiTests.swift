@testable import AvahiDiscovery
import HomeModel
import Logging
import Testing
import TestSupport

/// All tests with a real Avahi daemon. They run one after the other, because they share the one bus of the process.
@Suite(.serialized, .enabled(if: PrivateAvahi.isAvailable, "\(PrivateAvahi.requirement)"))
struct RealAvahiTests {}

/// A running browser, and the changes that it reported and that the test has not consumed yet.
actor BrowsedNetwork {
    nonisolated let browser: AvahiBrowser
    private var changes: [ServiceChange] = []

    fileprivate init(_ browser: AvahiBrowser) { self.browser = browser }

    fileprivate func collect() async {
        for await change in browser.changes { changes.append(change) }
    }

    /// Waits for a change for which `pick` returns a value. Consumes this change and all changes before it.
    @discardableResult
    func next<Value: Sendable>(
        _ description: String, pick: @Sendable (ServiceChange) -> Value?
    ) async throws -> Value {
        var picked: Value?
        try await eventually(description) {
            while picked == nil, !changes.isEmpty { picked = pick(changes.removeFirst()) }
            return picked != nil
        }
        return try #require(picked)
    }

    func found(_ name: String) async throws -> NetworkService {
        try await next("the browser reports that \(name) is found") { change in
            if case .found(let service) = change, service.announcedName == name { service } else { nil }
        }
    }

    func changed(_ description: String, matches: @Sendable (NetworkService) -> Bool) async throws -> NetworkService {
        try await next(description) { change in
            if case .changed(let service) = change, matches(service) { service } else { nil }
        }
    }

    func lost(_ id: NetworkService.ID) async throws {
        try await next("the browser reports that \(id) is lost") { $0 == .lost(id) ? true : nil }
    }

    /// The changes that are not consumed yet.
    var remainingChanges: [ServiceChange] { changes }
}

/// Runs `body` while a browser runs.
func withBrowser<Value: Sendable>(
    clock: any Clock<Duration> = ContinuousClock(),
    _ body: @escaping @Sendable (BrowsedNetwork) async throws -> Value
) async throws -> Value {
    let network = BrowsedNetwork(AvahiBrowser(clock: clock, now: wallClock, logger: silentLogger))
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await network.browser.run() }
        group.addTask { await network.collect() }
        let value = try await body(network)
        group.cancelAll()
        try await group.waitForAll()
        return value
    }
}

/// Runs `body` while a publisher runs, and stops the publisher afterwards.
func withPublisher<Value: Sendable>(
    clock: any Clock<Duration> = ContinuousClock(),
    _ body: @escaping @Sendable (AvahiPublisher) async throws -> Value
) async throws -> Value {
    let publisher = AvahiPublisher(clock: clock, logger: silentLogger)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await publisher.run() }
        let value = try await body(publisher)
        await publisher.stop()
        try await group.waitForAll()
        return value
    }
}

let silentLogger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
