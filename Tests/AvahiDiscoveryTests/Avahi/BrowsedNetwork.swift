import HomeModel
import Logging
import TestSupport
import Testing

@testable import AvahiDiscovery

/// What a test sees of the network: a browser at work and the changes that it told so far.
actor BrowsedNetwork {
    nonisolated let browser: AvahiBrowser
    private var changes: [ServiceChange] = []

    fileprivate init(_ browser: AvahiBrowser) { self.browser = browser }

    fileprivate func collect() async {
        for await change in browser.changes { changes.append(change) }
    }

    /// Waits for a change that fits and takes everything up to it.
    @discardableResult
    func next<Value: Sendable>(
        _ what: String, _ pick: @Sendable (ServiceChange) -> Value?
    ) async throws -> Value {
        var taken: Value?
        try await eventually(what) {
            while taken == nil, !changes.isEmpty { taken = pick(changes.removeFirst()) }
            return taken != nil
        }
        return try #require(taken)
    }

    func found(_ name: String) async throws -> NetworkService {
        try await next("\(name) found") { change in
            if case .found(let service) = change, service.announcedName == name { service } else { nil }
        }
    }

    func changed(_ what: String, _ fits: @Sendable (NetworkService) -> Bool) async throws -> NetworkService {
        try await next(what) { change in
            if case .changed(let service) = change, fits(service) { service } else { nil }
        }
    }

    func lost(_ id: NetworkService.ID) async throws {
        try await next("\(id) lost") { $0 == .lost(id) ? true : nil }
    }

    /// What was told and not taken yet.
    var rest: [ServiceChange] { changes }
}

/// Runs `body` beside a browser that follows the network.
func withBrowser<Value: Sendable>(
    clock: any Clock<Duration> = ContinuousClock(),
    _ body: @escaping @Sendable (BrowsedNetwork) async throws -> Value
) async throws -> Value {
    let network = BrowsedNetwork(AvahiBrowser(clock: clock, now: wallClock, logger: silent))
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await network.browser.run() }
        group.addTask { await network.collect() }
        let value = try await body(network)
        group.cancelAll()
        try await group.waitForAll()
        return value
    }
}

/// Runs `body` beside a publisher.
func withPublisher<Value: Sendable>(
    clock: any Clock<Duration> = ContinuousClock(),
    _ body: @escaping @Sendable (AvahiPublisher) async throws -> Value
) async throws -> Value {
    let publisher = AvahiPublisher(clock: clock, logger: silent)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await publisher.run() }
        let value = try await body(publisher)
        await publisher.stop()
        try await group.waitForAll()
        return value
    }
}

let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
