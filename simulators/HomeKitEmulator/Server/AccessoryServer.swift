import EmulatorStorage
package import HomeKitAccessories
package import HomeKitProtocol
package import Logging
import NIOCore

/// A HomeKit accessory, or a bridge with several, on a TCP port. It is the other side of a controller: Pair-Setup,
/// Pair-Verify, encrypted sessions, characteristics, events and pairings.
///
/// It does not announce itself. The caller publishes `announcements` as `_hap._tcp`, acts on `writes`, and passes the
/// values of the simulated device to `set`.
package actor AccessoryServer {
    /// The announcement after each change of the port, the pairings or the database. Only the newest one waits.
    package nonisolated let announcements: AsyncStream<AccessoryAnnouncement>
    /// The values that controllers wrote, in order. A thousand of them wait; further ones are lost.
    package nonisolated let writes: AsyncStream<ControllerWrite>

    package let definition: AccessoryDefinition
    /// The misbehaviour of the accessory at present.
    package private(set) var faults = AccessoryFaults()
    /// The port on which it listens; nil while it does not.
    package private(set) var port: UInt16?

    var values: AccessoryValues
    var record: AccessoryRecord
    var connections: [Int: ConnectionState] = [:]
    /// The connection that is in the middle of Pair-Setup.
    var setupConnection: Int?
    let verifier: SRPVerifier
    let logger: Logger
    let writeSink: AsyncStream<ControllerWrite>.Continuation
    let eventSignal: AsyncStream<Void>.Continuation

    private let storage: AccessoryStorage
    private let host: String?
    private let wantedPort: UInt16
    private let limits: AccessoryServerLimits
    private let announcementSink: AsyncStream<AccessoryAnnouncement>.Continuation
    private let eventSignals: AsyncStream<Void>
    private let restarts: AsyncStream<UInt16>
    private let restartSink: AsyncStream<UInt16>.Continuation
    private var lastConnection = 0
    private var hasRun = false

    /// `identifier` is the value `id` of the TXT record of an accessory that has no stored record; a random one without
    /// it. Without a `host` the server listens on all addresses. The port 0 is any free one.
    package init(
        definition: AccessoryDefinition, storage: AccessoryStorage = .memory, identifier: String? = nil,
        host: String? = nil, port: UInt16 = 0, limits: AccessoryServerLimits = AccessoryServerLimits(), logger: Logger
    ) throws(AccessoryServerError) {
        do throws(RecordFileError) {
            record = try storage.load() ?? .fresh(identifier: identifier)
        } catch {
            throw .storage(error)
        }
        do throws(SRPError) {
            verifier = try SRPVerifier(code: definition.setupCode)
        } catch {
            throw .cryptography(error)
        }
        self.definition = definition
        self.storage = storage
        self.host = host
        self.limits = limits
        self.logger = logger
        wantedPort = port
        values = AccessoryValues(definition.database)
        (announcements, announcementSink) = AsyncStream<AccessoryAnnouncement>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        (writes, writeSink) = AsyncStream<ControllerWrite>.makeStream(bufferingPolicy: .bufferingOldest(1000))
        (eventSignals, eventSignal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        (restarts, restartSink) = AsyncStream<UInt16>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Serves until cancelled. Throws if the port cannot be opened. Callers must call it once only.
    package func run() async throws {
        guard !hasRun else { throw AccessoryServerError.alreadyRunning }
        hasRun = true
        // The identity is stored before it is announced, so that a restart does not change it.
        try storage.save(record)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.sendEvents() }
            group.addTask { try await self.serveEveryPort() }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Closes the port and all connections, and listens on another port; 0 is any free one.
    package func restart(port: UInt16 = 0) { restartSink.yield(port) }

    /// Sets a value of the simulated device, and sends it to all connections that subscribed to it. Does nothing if the
    /// characteristic does not exist or cannot have the value. A press of a button is sent each time.
    package func set(_ value: HAPValue, of id: CharacteristicID) {
        guard let accepted = values.set(HomeKitJSON(value), of: id) else { return }
        notify(accepted, of: id, except: nil)
    }

    /// The present value of a characteristic; nil without one.
    package func value(of id: CharacteristicID) -> HAPValue? { values.read(id).value?.characteristicValue }

    /// Uses another database, and counts `c#` up. Throws if the new number cannot be stored.
    package func replace(_ database: AccessoryDatabase) throws(AccessoryServerError) {
        var next = record
        next.countConfiguration()
        do throws(RecordFileError) {
            try store(next)
        } catch {
            throw .storage(error)
        }
        values.replace(database)
        for number in connections.keys {
            connections[number]?.subscriptions.formIntersection(values.ids)
            connections[number]?.pendingEvents = [:]
        }
        announce()
    }

    /// Changes the misbehaviour of the accessory.
    package func changeFaults(_ change: @Sendable (inout AccessoryFaults) -> Void) {
        change(&faults)
        guard !faults.holdsMessages else { return }
        for number in connections.keys {
            let held = connections[number]?.held ?? []
            connections[number]?.held = []
            for item in held { enqueue(item, on: number) }
        }
    }

    /// The number of messages that the fault `holdsMessages` keeps.
    package var heldMessages: Int { connections.values.reduce(0) { $0 + $1.held.count } }

    /// The number of connections that are verified.
    package var sessionCount: Int { connections.values.count { $0.controller != nil } }

    /// The controllers with a pairing.
    package var controllers: [PairedController] { record.pairings.controllers }

    /// Adds a controller as another administrator would. Throws if that cannot be stored.
    package func add(_ controller: PairedController) throws(AccessoryServerError) {
        var next = record
        next.pairings.add(controller)
        do throws(RecordFileError) {
            try store(next)
        } catch {
            throw .storage(error)
        }
        announce()
    }

    /// Removes a controller as another administrator would. Throws if that cannot be stored.
    package func remove(_ identifier: String) throws(AccessoryServerError) {
        var next = record
        next.pairings.remove(identifier)
        do throws(RecordFileError) {
            try store(next)
        } catch {
            throw .storage(error)
        }
        announce()
    }

    /// The announcement; nil while the server does not listen.
    package var announcement: AccessoryAnnouncement? { port.map { record.announcement(of: definition, port: $0) } }

    /// Stores the record and uses it from then on.
    func store(_ next: AccessoryRecord) throws(RecordFileError) {
        try storage.save(next)
        record = next
    }

    func announce() {
        if let announcement { announcementSink.yield(announcement) }
    }

    // MARK: Ports

    private func serveEveryPort() async throws {
        var next = wantedPort
        while !Task.isCancelled { next = try await serve(port: next) }
    }

    /// Listens on a port until a restart. Returns the port after it. Throws when it is cancelled.
    private func serve(port wanted: UInt16) async throws -> UInt16 {
        let channel = try await AccessoryListener.bind(host: host, port: wanted)
        port = channel.channel.localAddress?.port.flatMap { UInt16(exactly: $0) }
        announce()
        defer { port = nil }
        return try await withThrowingTaskGroup(of: UInt16?.self) { group in
            group.addTask {
                try await self.accept(on: channel)
                return nil
            }
            group.addTask { [restarts] in
                for await port in restarts { return port }
                return nil
            }
            let next = try await group.next().flatMap { $0 }
            group.cancelAll()
            guard let next else { throw CancellationError() }
            return next
        }
    }

    private nonisolated func accept(on channel: AccessoryListener.Server) async throws {
        try await channel.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    let handler = await self.handler()
                    group.addTask { await handler.run(connection) }
                }
            }
        }
    }

    private func handler() -> ConnectionHandler {
        lastConnection += 1
        return ConnectionHandler(number: lastConnection, server: self, limits: limits, logger: logger)
    }

    // MARK: Events

    private func sendEvents() async {
        for await _ in eventSignals {
            try? await Task.sleep(for: limits.eventDelay)
            for number in connections.keys.sorted() { sendPendingEvents(on: number) }
        }
    }

    /// Turns a fault off that happens once. Returns whether it was on.
    func takeFault(_ fault: WritableKeyPath<AccessoryFaults, Bool>) -> Bool {
        let isOn = faults[keyPath: fault]
        faults[keyPath: fault] = false
        return isOn
    }

    /// Turns the loss of a request to `/pairings` off and returns it, if this is such a request.
    func takeLoss(of request: HAPRequest) -> PairingsLoss? {
        guard let loss = faults.pairingsLoss, HAPEndpoint(request) == .pairings,
            let wanted = try? PairingsRequest(decoding: request.body), wanted.method == loss.method
        else { return nil }
        faults.pairingsLoss = nil
        return loss
    }

    /// Admits a connection; false if there are too many.
    func open(
        _ number: Int, outgoing: AsyncStream<OutgoingItem>.Continuation, ending: AsyncStream<Void>.Continuation
    ) -> Bool {
        guard connections.count < limits.connections else { return false }
        connections[number] = ConnectionState(
            outgoing: outgoing, ending: ending,
            setup: PairSetupAccessory(identity: record.identity, verifier: verifier),
            verify: PairVerifyAccessory(identity: record.identity))
        return true
    }
}
