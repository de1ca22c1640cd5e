package import AvahiDiscovery
package import HomeKitEmulator
package import HomeModel
package import Logging
package import MatterEmulator
import MosquittoTransport

/// Connects a simulated home to a real broker: one connection per root topic, with one simulation for all of them. Its
/// HomeKit accessories and Matter nodes have servers of their own.
package actor SimulatedHome {
    package let scenario: Scenario
    /// The root topics whose connection is up.
    package private(set) var connectedRoots: Set<String> = []

    private var simulation: HomeSimulation
    private var sessions: [String: DeviceSession] = [:]
    /// The accessories and nodes by their ids.
    private var accessories: [String: AccessoryRunner] = [:]
    private var nodes: [String: NodeRunner] = [:]
    /// All of them by the ids of their devices.
    private var runners: [String: any PairableRunner] = [:]
    private let pairingFolder: String?
    private let broker: (host: String, port: UInt16)
    private let credentials: any CredentialSource
    private let publisher: AvahiPublisher?
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Timestamp
    private let publishLog: PublishLog?
    private let logger: Logger
    private var isStopped = false
    private let stopping = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// `clock` is used for waiting and `now` for the time of the home; both may run fast, at the same speed. `seed`
    /// replaces the seed of the scenario. A home with a `past` continues from there. The caller runs `publisher`.
    /// `pairingFolder` keeps the identities and pairings of accessories and nodes; without it they end with the home.
    package init(
        scenario: Scenario, broker: (host: String, port: UInt16), credentials: any CredentialSource,
        publisher: AvahiPublisher? = nil, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Timestamp, seed: UInt64? = nil, past: HomeSimulation? = nil,
        publishLog: PublishLog? = nil, pairingFolder: String? = nil, logger: Logger
    ) {
        self.scenario = scenario
        self.broker = broker
        self.credentials = credentials
        self.publisher = publisher
        self.clock = clock
        self.now = now
        self.publishLog = publishLog
        self.pairingFolder = pairingFolder
        self.logger = logger
        simulation = past ?? HomeSimulation(scenario, seed: seed, start: now())
    }

    /// Runs the home until `stop`. Cancelling ends it at once, without clean disconnects. Callers must call it once
    /// only.
    package func run() async throws {
        guard !isStopped else { return }
        for root in simulation.roots { sessions[root] = session(root) }
        try makeServers()
        let services = await announceServices()
        await withDiscardingTaskGroup { group in
            for session in sessions.values { group.addTask { await session.run() } }
            for accessory in accessories.values { group.addTask { await accessory.run() } }
            for node in nodes.values { group.addTask { await node.run() } }
            await runUntilStopped()
        }
        for service in services { await publisher?.withdraw(service) }
        try Task.checkCancellation()
    }

    /// Ends `run`: every device reports `disconnected`, or, with `abruptly`, the connections are cut so that the broker
    /// publishes their wills.
    package func stop(abruptly: Bool = false) {
        for root in simulation.roots {
            if !abruptly { apply(simulation.disconnectMessages(root: root)) }
            sessions[root]?.end(abruptly: abruptly)
        }
        for accessory in accessories.values { accessory.end() }
        for node in nodes.values { node.end() }
        isStopped = true
        stopping.continuation.finish()
    }

    /// Gives a device a fault from now on, for `duration` or until it is cleared. Throws `.noSuchDevice`.
    package func inject(_ fault: Fault, device: String, for duration: Duration? = nil) throws(SimulatedHomeError) {
        guard let effects = simulation.inject(fault, device: device, for: duration) else {
            throw .noSuchDevice(EscapedText(device, limit: 64))
        }
        apply(effects)
    }

    /// Ends all faults of a device, also those of its scenario.
    package func clearFaults(device: String) {
        apply(simulation.clearFaults(device: device))
    }

    /// Changes a value at the device itself, as a wall switch, water on the floor or a hand on the lock does. Throws
    /// `.noSuchDevice` or `.nothingToTouch`.
    package func set(
        _ device: String, part: PartID = .main, capability: CapabilityKind, to value: CapabilityValue
    ) throws(SimulatedHomeError) {
        guard simulation.parts(of: device) != nil else { throw .noSuchDevice(EscapedText(device, limit: 64)) }
        guard let effects = simulation.touch(device, address: ValueAddress(part, kind: capability), to: value) else {
            throw .nothingToTouch(device: device, part: part, capability: capability)
        }
        apply(effects)
    }

    /// Toggles the switch or the lock of a device by hand. Throws `.noSuchDevice` or `.nothingToPress`.
    package func press(_ device: String, part: PartID = .main) throws(SimulatedHomeError) {
        guard let observations = simulation.observations(of: device) else {
            throw .noSuchDevice(EscapedText(device, limit: 64))
        }
        for observation in observations where observation.address.part == part {
            switch (observation.address.capability.kind, observation.value) {
            case (.switch, .boolean(let on)): return try set(device, part: part, capability: .switch, to: .boolean(!on))
            case (.lock, let value):
                let next = value == .text("locked") ? "unlocked" : "locked"
                return try set(device, part: part, capability: .lock, to: .text(next))
            default: continue
            }
        }
        throw .nothingToPress(device: device)
    }

    /// The values that a device shows now, whether or not it has reported them; nil when there is no such device.
    package func observations(of device: String) -> [Observation]? { simulation.observations(of: device) }

    /// What a HomeKit accessory announces now; nil while it does not listen, and for an unknown id.
    package func announcement(ofAccessory id: String) async -> AccessoryAnnouncement? {
        await accessories[id]?.server.announcement
    }

    /// Changes the misbehaviour of a HomeKit accessory. Throws `.noSuchDevice`.
    package func changeFaults(
        ofAccessory id: String, change: @escaping @Sendable (inout AccessoryFaults) -> Void
    ) async throws {
        guard let accessory = accessories[id] else {
            throw SimulatedHomeError.noSuchDevice(EscapedText(id, limit: 64))
        }
        await accessory.server.changeFaults(change)
    }

    /// What a Matter node announces now. Empty while it does not listen, and for an unknown id.
    package func announcements(ofNode id: String) async -> [NodeAnnouncement] {
        guard let server = nodes[id]?.server, let port = await server.port else { return [] }
        return await server.announcements(port: port)
    }

    /// What a Matter node announces, after each change. Only the newest list waits, and one caller may read it. Throws
    /// `.noSuchDevice`.
    package func announcementChanges(ofNode id: String) throws -> AsyncStream<[NodeAnnouncement]> {
        guard let node = nodes[id] else { throw SimulatedHomeError.noSuchDevice(EscapedText(id, limit: 64)) }
        return node.announcements
    }

    /// Changes the misbehaviour of a Matter node. Throws `.noSuchDevice`.
    package func changeFaults(
        ofNode id: String, change: @escaping @Sendable (inout NodeFaults) -> Void
    ) async throws {
        guard let node = nodes[id] else { throw SimulatedHomeError.noSuchDevice(EscapedText(id, limit: 64)) }
        await node.server.changeFaults(change)
    }

    private func makeServers() throws {
        var states: [String: ShownState] = [:]
        for case .show(let state, let device) in simulation.shownStates() { states[device] = state }
        let parameters = PairableParameters(folder: pairingFolder, publisher: publisher) {
            [weak self] device, command in await self?.carryOut(command, on: device)
        }
        let maker = try NodeMaker()
        for pairable in scenario.pairables {
            let runner: any PairableRunner
            switch pairable.code {
            case .homeKit(let code):
                let accessory = try AccessoryRunner(
                    pairable, setupCode: code, states: states, parameters: parameters, logger: logger)
                accessories[pairable.id] = accessory
                runner = accessory
            case .matter(let code):
                let node = try NodeRunner(
                    pairable, code: code, states: states, maker: maker, parameters: parameters, logger: logger)
                nodes[pairable.id] = node
                runner = node
            }
            for device in pairable.devices { runners[device.id] = runner }
        }
    }

    private func carryOut(_ command: DeviceCommand, on device: String) -> DeviceResponse? {
        let result = simulation.command(device, address: command.address, to: command.value)
        apply(result.effects)
        return result.response
    }

    private func session(_ root: String) -> DeviceSession {
        let parameters = DeviceSession.Parameters(
            root: root, host: broker.host, port: broker.port, commandFilters: simulation.commandFilters(root: root),
            will: simulation.will(root: root), credentials: credentials,
            receive: { [weak self] input in await self?.receive(input, root: root) })
        return DeviceSession(parameters, publishLog: publishLog, clock: clock, logger: logger)
    }

    private func receive(_ input: DeviceSession.Input, root: String) {
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
            case .publish(let message, let device, let root): sessions[root]?.enqueue(.send(message, device: device))
            case .connection(let change, let root): sessions[root]?.enqueue(.change(change))
            case .show(let state, let device): runners[device]?.show(state, device: device)
            }
        }
    }

    private func runUntilStopped() async {
        await withTaskGroup(of: Void.self) { [stopping] group in
            group.addTask { await self.runSteps() }
            group.addTask { for await _ in stopping.stream {} }
            await group.next()
            group.cancelAll()
        }
    }

    private func runSteps() async {
        let step = simulation.suggestedStep
        while !Task.isCancelled {
            guard (try? await clock.sleep(for: step)) != nil else { return }
            catchUp(by: step)
        }
    }

    /// Advances in even steps; after a jump of the clock in larger ones, at most a hundred.
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
            host: service.host.map { Host(label: $0.label, addresses: [.init($0.address)]) })
    }
}
