import Concurrency
import GatewayCore
import HomeCertificates
import HomeKitAccessories
import HomeKitProtocol
import HomeModel
import Logging

/// Keeps one paired accessory connected: verifies it, reads its database, subscribes to its values, and connects again
/// when the connection is lost. Also removes pairings that are unfinished, or that a person removed.
actor AccessoryFollower {
    /// What all followers use.
    struct Services: Sendable {
        let store: PairingStore
        let writer: ReportWriter
        let eventReceiver: LinkEventReceiver
        /// Events can fail to come, so that everything is read this often as well.
        let pollInterval: Duration
        let clock: HomeClock
        let logger: Logger
    }

    /// Work for the present connection.
    enum Job: Sendable {
        /// Reads what confirms a command until it is confirmed, or the time for that is over.
        case confirm(AwaitedValue)
        /// The devices of the home changed.
        case subscribe
        case readDatabase
        /// The accessory may need new keys, or has to forget former ones.
        case renewKeys
        /// Ends the connection if the accessory does not answer any more.
        case poll
        case reconnect
    }

    /// A connection that lasted this long was a good one: the next attempt follows at once.
    private static let stableTime = Duration.seconds(10)
    private static let maximumAddresses = 4
    /// About an hour.
    private static let pollsBetweenControllerChecks = 60
    private static let maximumJobs = 256
    static let refusalsForCertainty = 4

    let accessoryID: String
    let services: Services
    var record: PairingRecord
    let reportTurns = AsyncLock()
    /// Which reports of the accessories, by their numbers, can be the effect of a command.
    var effects = EffectTracker<UInt64>()
    var state = AccessoryState()
    private(set) var session: AccessorySession?
    /// The keys with which the session was verified.
    private(set) var sessionKeys: ControllerKeys?
    /// Why there is no session; nil while there is one.
    private(set) var trouble: DevicePairing.Trouble? = .connecting
    /// The controllers of the finding that a person may clear.
    var reportedControllers: Set<KnownController> = []
    /// How often an unfinished pairing was refused in a row.
    var refusalsInTurn = 0
    /// Whether the pairing is removed, here and at the accessory.
    var isRemoved = false
    /// The commands that are being sent.
    var commandsInFlight = 0
    var isRenewing = false
    var isRenewalDue = false
    /// How often the keys could not be renewed in a row.
    var renewalFailures = 0
    /// Whether the keys changed since the session was verified.
    var isHandoverDue = false
    var handover = ConnectionHandover()
    private var memory: AccessoryMemory
    private var service: NetworkService?
    private(set) var address: AccessoryAddress?
    private(set) var jobs: AsyncStream<Job>.Continuation?
    private let pause = InterruptibleSleep()

    /// `announced` is what the network announces of the accessory now.
    init(_ record: PairingRecord, announced: NetworkService?, services: Services) {
        accessoryID = record.accessoryID
        self.record = record
        self.services = services
        service = announced
        memory = services.store.memory(of: record.accessoryID)
        if let body = services.store.database(of: record.accessoryID),
            let database = try? AccessoryDatabase(parsing: body)
        {
            state.replace(database)
        }
    }

    // MARK: News

    /// Applies what the network announces of the accessory now; nil for nothing.
    func announce(_ announced: NetworkService?) {
        let previous = service
        service = announced
        guard let announced, previous.map({ !$0.announcesSame(as: announced) }) ?? true else { return }
        // An announcement without addresses only says that none is known now.
        let addresses = AccessoryAddress.all(of: announced)
        // Announcements prove nothing, so that a connection which works is kept.
        if let address, !addresses.isEmpty, !addresses.contains(address) { jobs?.yield(.poll) }
        if let number = configurationNumber, number != memory.configurationNumber { jobs?.yield(.readDatabase) }
        wakeUp()
    }

    /// Sets the devices of the home that belong to this accessory.
    func follow(_ devices: [Device]) async {
        let before = Set(state.devices.keys)
        state.follow(devices)
        guard Set(state.devices.keys) != before else { return }
        jobs?.yield(.subscribe)
        // A device that was removed from the home waits to be adopted again.
        if !before.isSubset(of: state.devices.keys) { await describe() }
    }

    func add(_ job: Job) { jobs?.yield(job) }

    private var configurationNumber: UInt32? { announcedRecord?.configurationNumber }

    var announcedRecord: HomeKitRecord? {
        if case .homeKit(let record) = service?.record { record } else { nil }
    }

    func wakeUp() { pause.interrupt() }

    // MARK: Connection

    /// Keeps the accessory connected until cancelled, or until its pairing is removed.
    func run() async {
        await describe()
        var backoff = ExponentialBackoff(from: .seconds(1), upTo: .seconds(120), isFirstImmediate: true)
        while !Task.isCancelled, !isRemoved {
            pause.forget()
            let start = services.clock.uptime()
            let handovers = handover.count
            let failure = await attempt()
            // Without a further one, the handover before the attempt has ended.
            if handover.count == handovers { handover.end() }
            guard !Task.isCancelled, !isRemoved else { break }
            if address != nil, services.clock.uptime() - start >= Self.stableTime { backoff.reset() }
            let wait = handover.isGoingOn ? .zero : backoff.next()
            await lose(failure, isReconnecting: address != nil && wait == .zero)
            address = nil
            await pause.sleep(for: wait, clock: services.clock.waiting)
        }
        handover.end()
    }

    /// Connects to the first address that accepts a connection, and uses the connection until it ends.
    private func attempt() async -> AccessoryFailure? {
        guard record.verification != nil else { return nil }
        var addresses = service.map { AccessoryAddress.all(of: $0) } ?? []
        if addresses.isEmpty, let last = memory.address { addresses = [last] }
        guard !addresses.isEmpty else { return nil }
        var failure = AccessoryFailure.unreachable
        for address in addresses.prefix(Self.maximumAddresses) {
            do throws(AccessoryFailure) {
                try await connect(to: address)
                return nil
            } catch {
                // Another device may have one of the addresses.
                failure = error
                guard error == .unreachable || error.isOfAnotherDevice, !isRemoved else { return error }
            }
        }
        return failure
    }

    /// Connects with the keys in use, and with the others if the accessory says that it does not know these: a rotation may
    /// have been interrupted.
    private func connect(to address: AccessoryAddress) async throws(AccessoryFailure) {
        var failure = AccessoryFailure.unreachable
        for keys in record.allKeys {
            do throws(AccessoryFailure) {
                return try await AccessoryConnection.with(address, clock: services.clock.waiting) {
                    connection throws(AccessoryFailure) in
                    try await self.use(connection, at: address, with: keys)
                }
            } catch {
                failure = error
                guard isUnknown(after: error), !isRemoved else { throw error }
            }
        }
        guard record.state != .paired else { throw failure }
        // The accessory has no pairing with the gateway any more.
        await forget()
    }

    private func use(
        _ connection: AccessoryConnection, at address: AccessoryAddress, with keys: ControllerKeys
    ) async throws(AccessoryFailure) {
        guard let verification = record.verification(with: keys) else { return }
        guard record.state == .paired else {
            return try await removePairing(over: connection, by: verification, with: keys)
        }
        let session = try await AccessorySession.verified(on: connection, by: verification)
        // A person may have removed the pairing meanwhile. The next attempt removes it at the accessory.
        guard record.state == .paired else { return }
        self.address = address
        let (work, jobs) = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .bufferingNewest(Self.maximumJobs))
        (self.session, sessionKeys, self.jobs, isHandoverDue) = (session, keys, jobs, false)
        accept(keys)
        handover.end()
        defer {
            jobs.finish()
            (self.session, sessionKeys, self.jobs) = (nil, nil, nil)
            effects.reset()
            effects.endWaits()
        }
        remember { $0.address = address }
        if state.models.isEmpty || configurationNumber.map({ $0 != memory.configurationNumber }) ?? false {
            try await readDatabase(session)
        }
        state.forgetValues()
        try await subscribe(session)
        trouble = nil
        await checkControllers(session)
        if renewalFailures < Self.renewalsInTurn { add(.renewKeys) }
        services.logger.info("an accessory is connected", metadata: [LogKey.accessory: "\(accessoryID)"])
        throw await serve(session, work: work)
    }

    /// Processes events and jobs, and polls, until the connection ends. Returns why it ended.
    private nonisolated func serve(_ session: AccessorySession, work: AsyncStream<Job>) async -> AccessoryFailure {
        await withTaskGroup(of: AccessoryFailure.self) { group in
            group.addTask { await self.receiveEvents(session) }
            group.addTask { await self.carryOut(work, over: session) }
            group.addTask { await self.poll(session) }
            let failure = await group.next() ?? .closed
            // The other tasks wait for answers even when they are cancelled.
            session.connection.close()
            group.cancelAll()
            return failure
        }
    }

    private nonisolated func receiveEvents(_ session: AccessorySession) async -> AccessoryFailure {
        for await event in session.connection.events {
            do throws(CharacteristicsFailure) {
                let results = try CharacteristicEvents.results(in: event.response)
                await apply([ReceivedValues(results: results, number: event.number)], from: .event)
            } catch {
                return .characteristics(error)
            }
        }
        return session.connection.failure ?? .closed
    }

    private nonisolated func carryOut(
        _ jobs: AsyncStream<Job>, over session: AccessorySession
    ) async -> AccessoryFailure {
        await withDiscardingTaskGroup { tasks in
            defer { tasks.cancelAll() }
            for await job in jobs {
                do throws(AccessoryFailure) {
                    switch job {
                    case .confirm(let awaited): tasks.addTask { await self.confirm(awaited, over: session) }
                    case .renewKeys: tasks.addTask { await self.renewKeys(over: session) }
                    case .subscribe: try await subscribe(session)
                    case .readDatabase:
                        try await readDatabase(session)
                        try await subscribe(session)
                    case .poll: try await readAll(session)
                    case .reconnect: return .closed
                    }
                } catch {
                    return error
                }
            }
            return .closed
        }
    }

    private nonisolated func poll(_ session: AccessorySession) async -> AccessoryFailure {
        var polls = 0
        while !Task.isCancelled {
            await services.clock.sleep(for: services.pollInterval * Double.random(in: 0.9...1.1))
            polls += 1
            if polls.isMultiple(of: Self.pollsBetweenControllerChecks) {
                await checkControllers(session)
                await add(.renewKeys)
            }
            do throws(AccessoryFailure) {
                try await readAll(session)
            } catch {
                return error
            }
        }
        return .closed
    }

    private func subscribe(_ session: AccessorySession) async throws(AccessoryFailure) {
        let ids = state.subscribed
        let without = ids.isEmpty ? [] : try await session.subscribe(to: ids)
        // Everything else is polled.
        if without.contains(where: state.isPress) { await services.eventReceiver.found(.noPresses(of: accessoryID)) }
        try await readAll(session)
    }

    private func readAll(_ session: AccessorySession) async throws(AccessoryFailure) {
        let ids = state.polled
        let received = ids.isEmpty ? [] : try await session.read(ids)
        await apply(received, from: .poll)
        await setAvailability(.ready, except: AccessoryState.unreachable(in: received))
    }

    private func readDatabase(_ session: AccessorySession) async throws(AccessoryFailure) {
        let number = configurationNumber
        let body = try await session.database()
        let database: AccessoryDatabase
        do throws(AccessoryDatabaseError) {
            database = try AccessoryDatabase(parsing: body)
        } catch {
            throw .database(error)
        }
        let before = Set(state.models.keys)
        state.replace(database)
        do throws(PrivateFileError) {
            try services.store.save(database: body, of: accessoryID)
            remember { $0.configurationNumber = number }
        } catch {
            log("the database of an accessory could not be stored", cause: error.description)
        }
        for aid in before.subtracting(state.models.keys) {
            await services.eventReceiver.removed(.homeKit(accessoryID, aid: aid))
        }
        await describe()
    }

    // MARK: State

    /// Describes the devices to the home, with what is known of them. A bridge itself mostly has no capabilities.
    private func describe() async {
        for aid in usableAccessories {
            guard let model = state.models[aid] else { continue }
            await services.eventReceiver.described(
                .homeKit(accessoryID, aid: aid), description: model.description, native: nil)
        }
    }

    /// The numbers of the accessories that can be devices of the home: none when the pairing ends.
    var usableAccessories: [UInt64] {
        guard record.state == .paired, !isRemoved else { return [] }
        return state.models.filter { !$0.value.description.parts.isEmpty }.keys.sorted()
    }

    private func setAvailability(_ availability: Availability, except unreachable: Set<UInt64> = []) async {
        for aid in usableAccessories {
            await services.eventReceiver.availability(
                unreachable.contains(aid) ? .lost : availability, of: .homeKit(accessoryID, aid: aid))
        }
    }

    private func lose(_ failure: AccessoryFailure?, isReconnecting: Bool) async {
        state.forgetValues()
        await services.eventReceiver.missedReports(of: Set(state.devices.values.map(\.id)))
        trouble = trouble(after: failure)
        if let failure, failure.isBadMessage {
            await services.eventReceiver.found(.badMessages(of: accessoryID, detail: failure.description))
        }
        // The first attempt to connect again follows at once, and may make this unnecessary.
        if !isReconnecting { await setAvailability(.lost) }
    }

    private func trouble(after failure: AccessoryFailure?) -> DevicePairing.Trouble {
        guard record.verification != nil else { return .damagedKeys }
        guard let failure else { return service == nil ? .notFound : .connecting }
        if isUnknown(after: failure) { return .rejected }
        guard isRefusal(failure), announcedRecord?.isPaired == false else {
            return DevicePairing.Trouble(code: failure.code, detail: failure.description)
        }
        return .reset
    }

    private func remember(_ change: (inout AccessoryMemory) -> Void) {
        var changed = memory
        change(&changed)
        guard changed != memory else { return }
        memory = changed
        do throws(PrivateFileError) {
            try services.store.save(memory, of: accessoryID)
        } catch {
            log("what is known of an accessory could not be stored", cause: error.description)
        }
    }

    func log(_ message: Logger.Message, cause: String) {
        services.logger.error(
            message, metadata: [LogKey.accessory: "\(accessoryID)", LogKey.errorDetail: "\(cause)"])
    }
}
