import GatewayWire
import HomeAssistantHistory
import HomeModel

/// Imports a recorder's file into the gateway. The next rows are read while the previous readings are sent.
struct RecorderImport: Sendable {
    let history: RecorderHistory
    let targets: EntityTargets
    let flows: EntityFlows

    /// Reads the whole file. Without a session (`--dry-run`) the readings are only counted and not sent.
    func run(_ session: ImportSession?) async throws -> ImportReport {
        var progress = ProgressLine("rows")
        defer { progress.end() }
        var sender = session.map { RecorderSender(session: $0, targets: targets, flows: flows) }
        var batch = try await history.next()
        while let current = batch {
            try Task.checkCancellation()
            async let following = history.next()
            if sender == nil { try await checkTargets(of: current) }
            try await sender?.add(current, from: history)
            batch = try await following
            let (rows, share) = await history.progress
            progress.update(count: rows, share: share)
        }
        try await sender?.finish(from: history)
        try await flows.requireAll(among: history.entities)
        let report = await ImportReport(
            history, outcomes: sender?.outcomes ?? [:], targets: targets, flows: flows, isDryRun: session == nil)
        await history.close()
        return report
    }

    /// Throws in a dry run the errors that an import would throw.
    private func checkTargets(of batch: RecorderBatch) async throws {
        let entities = await history.entities
        for column in batch.columns {
            let entity = entities[column.entity]
            guard let quantity = entity.quantity else { continue }
            _ = try targets.series(of: entity.id, measuring: CapabilityName(quantity))
            _ = try flows.flow(of: entity.id, measuring: quantity)
        }
    }
}

/// The result of one entity at the gateway.
struct ImportOutcome: Sendable {
    let series: SeriesID
    /// The flow of an archived device, as the gateway returned it.
    var flow: EnergyFlow?
    var counts = ImportCounts()
}

/// Collects readings, finds the series that they belong to, and sends them.
private struct RecorderSender {
    let session: ImportSession
    let targets: EntityTargets
    let flows: EntityFlows
    private var buffer = ImportBuffer()
    /// The results by the index of the entity.
    private(set) var outcomes: [Int: ImportOutcome] = [:]

    init(session: ImportSession, targets: EntityTargets, flows: EntityFlows) {
        self.session = session
        self.targets = targets
        self.flows = flows
    }

    mutating func add(_ batch: RecorderBatch, from history: RecorderHistory) async throws {
        for column in batch.columns {
            buffer.add(column.readings, for: .init(entity: column.entity, isHourly: column.isHourly))
        }
        if buffer.isFull { try await send(buffer.removeLongest(), from: history) }
    }

    mutating func finish(from history: RecorderHistory) async throws {
        try await send(buffer.removeAll(), from: history)
    }

    /// Sends single readings before hourly ones, because the gateway accepts an hourly reading only when it has no
    /// single readings of that hour.
    private mutating func send(
        _ runs: [(key: ImportBuffer.Key, readings: [Reading])], from history: RecorderHistory
    ) async throws {
        try await index(runs.map(\.key.entity), from: history)
        let runs = runs.filter { !$0.key.isHourly } + runs.filter { $0.key.isHourly }
        let columns = runs.compactMap { run in
            outcomes[run.key.entity].map {
                ImportSession.Column(series: $0.series, isHourly: run.key.isHourly, readings: run.readings)
            }
        }
        for (run, counts) in zip(runs, try await session.send(columns)) {
            outcomes[run.key.entity]?.counts += counts
        }
    }

    /// Finds the series of entities that are sent for the first time. Without a target, an archived device is added.
    private mutating func index(_ places: [Int], from history: RecorderHistory) async throws {
        let entities = await history.entities
        var origins: [(index: Int, body: ArchivedDeviceBody)] = []
        for index in Set(places).sorted() where outcomes[index] == nil {
            let entity = entities[index]
            guard let kind = entity.quantity else { continue }
            let quantity = CapabilityName(kind)
            if let series = try targets.series(of: entity.id, measuring: quantity) {
                outcomes[index] = ImportOutcome(series: series)
            } else {
                let flow = try flows.flow(of: entity.id, measuring: kind)
                origins.append((index, ArchivedDeviceBody(entity, quantity: quantity, flow: flow)))
            }
        }
        for (origin, device) in zip(origins, try await session.archive(origins.map(\.body))) {
            let capability = device.parts.first { $0.id == .main }?.capabilities
                .first { $0.name == origin.body.quantity }
            outcomes[origin.index] = ImportOutcome(
                series: SeriesID(device: device.id, part: .main, capability: origin.body.quantity),
                flow: capability?.flow)
        }
    }
}

extension ArchivedDeviceBody {
    /// An entity without a friendly name is named after its id: `sensor.hall_climate` becomes “hall climate”.
    fileprivate init(_ entity: RecorderEntity, quantity: CapabilityName, flow: EnergyFlow?) {
        let word = entity.id.split(whereSeparator: { $0 == "." || $0 == ":" }).last.map(String.init) ?? entity.id
        self.init(
            origin: entity.id, name: entity.name ?? word.replacing("_", with: " "), quantity: quantity, flow: flow)
    }
}
