package import AvahiDiscovery
package import HomeKitEmulator
package import HomeModel
package import Logging
import MosquittoTransport

/// Connects a simulated home to a real broker: one connection per root topic, with one simulation for all of them. Its
/// HomeKit accessories have servers of their own.
package actor SimulatedHome {
    package let scenario: Scenario
    /// The root topics whose connection is up.
    package private(set) var connectedRoots: Set<String> = []

    private var simulation: HomeSimulation
    private var sessions: [String: DeviceSession] = [:]
    /// The accessories by their ids, and the id of the accessory of each device.
    private var accessories: [String: AccessorySession] = [:]
    private var accessoryIDs: [String: String] = [:]
    private let accessoryFolder: String?
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
    /// `accessoryFolder` keeps the identities and pairings of the HomeKit accessories; without it they end with the home.
    package init(
        scenario: Scenario, broker: (host: String, port: UInt16), credentials: any CredentialSource,
        publisher: AvahiPublisher? = nil, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Timestamp, seed: UInt64? = nil, past: HomeSimulation? = nil,
        publishLog: PublishLog? = nil, accessoryFolder: String? = nil, logger: Logger
    ) {
        self.scenario = scenario
        self.broker = broker
        self.credentials = credentials
        self.publisher = publisher
        self.clock = clock
        self.now = now
        self.publishLog = publishLog
        self.accessoryFolder = accessoryFolder
        self.logger = logger
        simulation = past ?? HomeSimulation(scenario, seed: seed, start: now())
    }

    /// Runs the home until `stop`. Cancelling ends it at once, without clean disconnects. Callers must call it once
    /// only.
    package func run() async throws {
        guard !isStopped else { return }
        for root in simulation.roots { sessions[root] = session(root) }
        try makeAccessories()
        let services = await announceServices()
        await withDiscardingTaskGroup { group in
            for session in sessions.values { group.addTask { await session.run() } }
            for accessory in accessories.values { group.addTask { await accessory.run() } }
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

    private func makeAccessories() throws {
        var states: [String: AccessoryState] = [:]
        for case .show(let state, let device) in simulation.accessoryStates() { states[device] = state }
        for accessory in scenario.accessories {
            let storage = accessoryFolder.map { AccessoryStorage.file(folder: $0, name: accessory.id) }
            let parameters = AccessorySession.Parameters(storage: storage ?? .memory, publisher: publisher) {
                [weak self] device, command in await self?.carryOut(command, on: device)
            }
            accessories[accessory.id] = try AccessorySession(
                accessory, states: states, parameters: parameters, logger: logger)
            for device in accessory.devices { accessoryIDs[device.id] = accessory.id }
        }
    }

    private func carryOut(_ command: BoundCharacteristic.Command, on device: String) {
        apply(simulation.command(device, address: command.address, to: command.value))
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
            case .show(let state, let device):
                accessoryIDs[device].flatMap { accessories[$0] }?.show(state, device: device)
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

/// A request that a simulated home cannot carry out.
package enum SimulatedHomeError: Error, Hashable, Sendable {
    case noSuchDevice(EscapedText)
    case nothingToTouch(device: String, part: PartID, capability: CapabilityKind)
    case nothingToPress(device: String)
    case noExpiredCertificates
}

extension SimulatedHomeError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noSuchDevice(let device): "The scenario has no device “\(device)”; use an id from it."
        case .nothingToTouch(let device, let part, let capability):
            "“\(device)/\(part)” has no \(capability.rawValue) that can be set to this value."
        case .nothingToPress(let device): "“\(device)” has no switch and no lock; use set instead."
        case .noExpiredCertificates: "This credential source issues no expired certificates."
        }
    }
}
