package import AvahiDiscovery
package import HomeModel
package import Logging
import MosquittoTransport

/// A home of simulated devices on a real broker: one connection per root topic, one simulation behind them.
package actor SimulatedHome {
    package let scenario: Scenario
    /// Root topics whose connection is up.
    package private(set) var connectedRoots: Set<String> = []

    private var simulation: HomeSimulation
    private var sessions: [String: DeviceSession] = [:]
    private let broker: (host: String, port: UInt16)
    private let credentials: any CredentialSource
    private let publisher: AvahiPublisher?
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Timestamp
    private let ledger: PublishLedger?
    private let logger: Logger
    private var isStopped = false
    private let stopping = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// `clock` is for waiting and `now` for the home's time; both may run fast, together. `seed` replaces the
    /// scenario's own; a home with a `past` goes on from there. The caller runs `publisher`.
    package init(
        scenario: Scenario, broker: (host: String, port: UInt16), credentials: any CredentialSource,
        publisher: AvahiPublisher? = nil, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Timestamp, seed: UInt64? = nil, past: HomeSimulation? = nil,
        ledger: PublishLedger? = nil, logger: Logger
    ) {
        self.scenario = scenario
        self.broker = broker
        self.credentials = credentials
        self.publisher = publisher
        self.clock = clock
        self.now = now
        self.ledger = ledger
        self.logger = logger
        simulation = past ?? HomeSimulation(scenario, seed: seed, start: now())
    }

    /// Lives until `stop`. Cancelling ends it at once, without goodbyes. Call it once.
    package func run() async throws {
        guard !isStopped else { return }
        for root in simulation.roots { sessions[root] = session(root) }
        let services = await announceServices()
        await withDiscardingTaskGroup { group in
            for session in sessions.values { group.addTask { await session.run() } }
            await liveUntilStopped()
        }
        for service in services { await publisher?.withdraw(service) }
        try Task.checkCancellation()
    }

    /// Ends `run`: with `disconnected` from every device, or abruptly, so that the broker speaks their last wills.
    package func stop(abruptly: Bool = false) {
        for root in simulation.roots {
            if !abruptly { apply(simulation.farewell(root: root)) }
            sessions[root]?.end(abruptly: abruptly)
        }
        isStopped = true
        stopping.continuation.finish()
    }

    /// From now on, for `duration` or until cleared.
    package func inject(_ fault: Fault, device: String, for duration: Duration? = nil) throws(SimulatedHomeError) {
        guard let effects = simulation.inject(fault, device: device, for: duration) else {
            throw .noSuchDevice(InertText(device, limit: 64))
        }
        apply(effects)
    }

    package func clearFaults(device: String) {
        apply(simulation.clearFaults(device: device))
    }

    /// Someone or something at the device itself: a wall switch, water on the floor, a hand on the lock.
    package func set(
        _ device: String, part: PartID = .main, _ capability: CapabilityKind, to value: CapabilityValue
    ) throws(SimulatedHomeError) {
        guard simulation.parts(of: device) != nil else { throw .noSuchDevice(InertText(device, limit: 64)) }
        guard let effects = simulation.touch(device, ValueAddress(part, capability), to: value) else {
            throw .nothingToTouch(device: device, part: part, capability: capability)
        }
        apply(effects)
    }

    /// Turns over the switch or the lock of a device, as a hand would.
    package func press(_ device: String, part: PartID = .main) throws(SimulatedHomeError) {
        guard let observations = simulation.observations(of: device) else {
            throw .noSuchDevice(InertText(device, limit: 64))
        }
        for observation in observations where observation.address.part == part {
            switch (observation.address.capability.kind, observation.value) {
            case (.switch, .boolean(let on)): return try set(device, part: part, .switch, to: .boolean(!on))
            case (.lock, let value):
                let next = value == .text("locked") ? "unlocked" : "locked"
                return try set(device, part: part, .lock, to: .text(next))
            default: continue
            }
        }
        throw .nothingToPress(device: device)
    }

    /// What a device shows at this moment, whether or not it said so; nil when there is no such device.
    package func observations(of device: String) -> [Observation]? { simulation.observations(of: device) }

    private func session(_ root: String) -> DeviceSession {
        let line = DeviceSession.Line(
            root: root, host: broker.host, port: broker.port, commandFilters: simulation.commandFilters(root: root),
            will: simulation.will(root: root), credentials: credentials,
            hear: { [weak self] input in await self?.hear(input, root) })
        return DeviceSession(line, ledger: ledger, clock: clock, logger: logger)
    }

    private func hear(_ input: DeviceSession.Input, _ root: String) {
        switch input {
        case .connected:
            connectedRoots.insert(root)
            apply(simulation.connected(root: root))
        case .disconnected: connectedRoots.remove(root)
        case .message(let message):
            apply(simulation.receive(topic: message.topic, payload: message.payload, root: root))
        }
    }

    private func apply(_ effects: [SimulationEffect]) {
        for effect in effects {
            switch effect {
            case .publish(let message, let device, let root): sessions[root]?.take(.send(message, device: device))
            case .connection(let change, let root): sessions[root]?.take(.change(change))
            }
        }
    }

    private func liveUntilStopped() async {
        await withTaskGroup(of: Void.self) { [stopping] group in
            group.addTask { await self.live() }
            group.addTask { for await _ in stopping.stream {} }
            await group.next()
            group.cancelAll()
        }
    }

    private func live() async {
        let step = simulation.suggestedStep
        while !Task.isCancelled {
            guard (try? await clock.sleep(for: step)) != nil else { return }
            catchUp(by: step)
        }
    }

    /// In even steps; after a jump of the clock in coarser ones, at most a hundred.
    private func catchUp(by step: Duration) {
        let coarse = max(step, (now() - simulation.time) / 100)
        while simulation.time + coarse <= now() { apply(simulation.advance(by: coarse)) }
    }

    private func announceServices() async -> [PublicationID] {
        var announced: [PublicationID] = []
        for service in scenario.services {
            do {
                if let id = try await publisher?.publish(PublishedService(service)) { announced.append(id) }
            } catch {
                logger.warning("an mDNS record cannot be published", metadata: ["error": "\(error)"])
            }
        }
        return announced
    }
}

extension PublishedService {
    fileprivate init(_ service: ScenarioService) {
        self.init(
            name: service.name, type: service.type, subtypes: service.subtypes, port: service.port,
            txt: service.txt.map { Array($0.utf8) },
            host: service.host.map { Host(label: $0.label, address: $0.address) })
    }
}
