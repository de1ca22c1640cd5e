import GatewayWire
import HomeAssistantHistory
import HomeModel

/// From a recorder's file to the gateway: reads on while what was read is sent.
struct RecorderImport: Sendable {
    let history: RecorderHistory
    let targets: EntityTargets
    let flows: EntityFlows

    /// Without a session nothing is sent, only counted.
    func run(_ session: ImportSession?) async throws -> ImportReport {
        var progress = ProgressLine("rows")
        defer { progress.end() }
        var sender = session.map { RecorderSender(session: $0, targets: targets, flows: flows) }
        var batch = try await history.next()
        while let current = batch {
            try Task.checkCancellation()
            async let following = history.next()
            if sender == nil { try await checkTargets(of: current) }
            try await sender?.take(current, from: history)
            batch = try await following
            let (rows, share) = await history.progress
            progress.update(count: rows, share: share)
        }
        try await sender?.finish(from: history)
        try await flows.requireAll(among: history.entities)
        let report = await ImportReport(
            history, sender?.outcomes ?? [:], targets: targets, flows: flows, isDryRun: session == nil)
        await history.close()
        return report
    }

    /// What would fail later is said now.
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

/// What became of an entity at the gateway.
struct ImportOutcome: Sendable {
    let series: SeriesID
    /// Of an archived device, as the gateway has it.
    var flow: EnergyFlow?
    var counts = ImportCounts()
}

/// Collects readings, finds the series that they belong to, and sends them.
private struct RecorderSender {
    let session: ImportSession
    let targets: EntityTargets
    let flows: EntityFlows
    private var buffer = ImportBuffer()
    /// By place of the entity.
    private(set) var outcomes: [Int: ImportOutcome] = [:]

    init(session: ImportSession, targets: EntityTargets, flows: EntityFlows) {
        self.session = session
        self.targets = targets
        self.flows = flows
    }

    mutating func take(_ batch: RecorderBatch, from history: RecorderHistory) async throws {
        for column in batch.columns {
            buffer.add(column.readings, for: .init(entity: column.entity, isHourly: column.isHourly))
        }
        if buffer.isFull { try await send(buffer.takeLongest(), from: history) }
    }

    mutating func finish(from history: RecorderHistory) async throws {
        try await send(buffer.takeAll(), from: history)
    }

    /// Single values go before hours, which the gateway takes only where no single values are.
    private mutating func send(
        _ runs: [(key: ImportBuffer.Key, readings: [Reading])], from history: RecorderHistory
    ) async throws {
        try await place(runs.map(\.key.entity), from: history)
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

    /// Entities that are sent for the first time get their series, with an archived device where nobody said where to.
    private mutating func place(_ places: [Int], from history: RecorderHistory) async throws {
        let entities = await history.entities
        var origins: [(place: Int, body: ArchivedDeviceBody)] = []
        for place in Set(places).sorted() where outcomes[place] == nil {
            let entity = entities[place]
            guard let kind = entity.quantity else { continue }
            let quantity = CapabilityName(kind)
            if let series = try targets.series(of: entity.id, measuring: quantity) {
                outcomes[place] = ImportOutcome(series: series)
            } else {
                let flow = try flows.flow(of: entity.id, measuring: kind)
                origins.append((place, ArchivedDeviceBody(entity, quantity, flow)))
            }
        }
        for (origin, device) in zip(origins, try await session.archive(origins.map(\.body))) {
            let capability = device.parts.first { $0.id == .main }?.capabilities
                .first { $0.name == origin.body.quantity }
            outcomes[origin.place] = ImportOutcome(
                series: SeriesID(device: device.id, part: .main, capability: origin.body.quantity),
                flow: capability?.flow)
        }
    }
}

extension ArchivedDeviceBody {
    /// Without a name people gave it, an entity is called what its id says: `sensor.hall_climate` becomes “hall climate”.
    fileprivate init(_ entity: RecorderEntity, _ quantity: CapabilityName, _ flow: EnergyFlow?) {
        let word = entity.id.split(whereSeparator: { $0 == "." || $0 == ":" }).last.map(String.init) ?? entity.id
        self.init(
            origin: entity.id, name: entity.name ?? word.replacing("_", with: " "), quantity: quantity, flow: flow)
    }
}
