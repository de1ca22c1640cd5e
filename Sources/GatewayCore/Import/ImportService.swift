package import HomeModel
package import HomeStorage

/// Brings the past of other systems into the home: the only way in for readings that no device just reported.
///
/// Whoever imports reads the foreign source; here nothing but times and numbers arrives, and each is held to the same
/// rules as a device's. One entry in the audit says who began, one what came of it.
package actor ImportService {
    package static let maximumAtOnce = 4
    /// One that sends nothing for so long is given up.
    package static let patience = Duration.seconds(600)

    private struct Run {
        let identity: Identity
        let source: DeviceID
        var lastUsed: Timestamp
        var counts = ImportCounts()
        var devices = 0
        var flows = 0
    }

    private let registry: HomeRegistry
    private let board: StateBoard
    private let feed: LiveFeed
    private let store: ReadingStore
    private let retention: RetentionKeeper
    private let acts: AuditedActs
    private let makeID: @Sendable () -> ImportID
    private var runs: [ImportID: Run] = [:]

    package init(
        registry: HomeRegistry, board: StateBoard, feed: LiveFeed, store: ReadingStore, retention: RetentionKeeper,
        acts: AuditedActs, makeID: @escaping @Sendable () -> ImportID
    ) {
        self.registry = registry
        self.board = board
        self.feed = feed
        self.store = store
        self.retention = retention
        self.acts = acts
        self.makeID = makeID
    }

    /// Opens an import. It takes both permissions, since it may make devices and writes the past of any.
    package func begin(source: String, as identity: Identity) async throws(ActRefusal) -> ImportID {
        try await acts.require(.modifySettings, of: identity)
        try await acts.require(.addDevices, of: identity)
        guard let word = DeviceID(source) else {
            throw .invalid(
                field: "source", code: "malformed", detail: "A source is a word of small letters, digits and “-”.")
        }
        try await giveUpAbandoned()
        guard runs.count < Self.maximumAtOnce else {
            throw .conflict("\(Self.maximumAtOnce) imports are running already; wait until one has ended.")
        }
        let id = makeID()
        runs[id] = Run(identity: identity, source: word, lastUsed: acts.clock.now())
        do throws(ActRefusal) {
            try await acts.writeDown(
                .dataImport, by: identity, target: source, metadata: ["act": "begin", "import": id.rawValue])
        } catch {
            runs[id] = nil
            throw error
        }
        return id
    }

    /// Devices for things of which only the past is brought in, in the order asked for. Those that are there stay, but for
    /// a flow that is said now.
    package func archive(
        _ origins: [ArchivedOrigin], in id: ImportID, as identity: Identity
    ) async throws(ActRefusal) -> [Device] {
        let source = try use(id, as: identity).source
        for origin in origins { try origin.check() }
        var devices: [Device] = []
        for origin in origins {
            let address = LinkAddress(kind: .archive, foreignID: origin.origin, root: source.rawValue)
            let known = await registry.snapshot.device(at: address)
            let device =
                if let known {
                    try await extend(known, by: origin)
                } else {
                    try await makeDevice(at: address, for: origin, as: identity)
                }
            if known == nil { runs[id]?.devices += 1 }
            if known?.flow(of: origin) != device.flow(of: origin) { runs[id]?.flows += 1 }
            devices.append(device)
        }
        await feed.show([.devicesChanged])
        return devices
    }

    /// Stores what holds of each series, and says what became of it. All of it is on disk afterwards.
    package func store(
        _ imported: [ImportedSeries], in id: ImportID, as identity: Identity
    ) async throws(ActRefusal) -> [ImportCounts] {
        _ = try use(id, as: identity)
        var counts: [ImportCounts] = []
        for series in imported {
            let stored = try await store(series)
            runs[id]?.counts += stored
            counts.append(stored)
        }
        return counts
    }

    /// Closes an import and gives its sums.
    package func end(_ id: ImportID, isComplete: Bool, as identity: Identity) async throws(ActRefusal) -> ImportCounts {
        let run = try use(id, as: identity)
        try await close(id, run, isComplete: isComplete)
        return run.counts
    }

    // MARK: Steps

    private func use(_ id: ImportID, as identity: Identity) throws(ActRefusal) -> Run {
        guard var run = runs[id], run.identity.isSameAsker(as: identity) else { throw .notFound }
        run.lastUsed = acts.clock.now()
        runs[id] = run
        return run
    }

    private func makeDevice(
        at address: LinkAddress, for origin: ArchivedOrigin, as identity: Identity
    ) async throws(ActRefusal) -> Device {
        let fallback = DisplayName(reducing: origin.origin, fallback: DisplayName("Archive" as StaticString))
        let name = DisplayName(reducing: origin.name, fallback: fallback)
        let device = Device(
            id: await registry.mintID(for: name), name: name, room: nil, address: address,
            description: DeviceDescription(
                name: origin.name, parts: [Part(id: .main, capabilities: [origin.capability(after: nil)])]),
            adoptedAt: acts.clock.now())
        let act = try await acts.writeDown(
            .deviceAdopt, by: identity, target: device.id.rawValue, metadata: ["link": address.kind.rawValue])
        let registry = registry
        try await acts.storing(for: [act]) { () async throws(StorageError) in try await registry.add(device) }
        return device
    }

    /// The same origin may measure something else than the last time, or only now be given a flow.
    private func extend(_ device: Device, by origin: ArchivedOrigin) async throws(ActRefusal) -> Device {
        guard let main = device.description[.main] else { return device }
        let known = main[origin.quantity]
        let capability = origin.capability(after: known)
        guard capability != known else { return device }
        let others = main.capabilities.filter { $0.name != origin.quantity }
        let description = DeviceDescription(
            name: device.description.name, parts: [Part(id: .main, capabilities: others + [capability])])
        let registry = registry
        let extended = try await acts.storing { () async throws(StorageError) in
            try await registry.change(device.id) { $0 = $0.described(as: description, native: nil) }
        }
        guard let extended else { throw .notFound }
        return extended
    }

    private func store(_ imported: ImportedSeries) async throws(ActRefusal) -> ImportCounts {
        let (series, now) = (imported.series, acts.clock.now())
        let capability = await registry.snapshot[series.device]?.capability(series.capability, of: series.part)
        guard let rule = capability.flatMap(QuantityRule.init),
            case .reading(let kind) = series.capability.kind.facts.recording
        else { return ImportCounts(rejected: ["noSuchSeries": imported.readings.count]) }
        let terms = await retention.terms
        let (believed, rejected) = imported.believed(by: ReadingValidator(terms: terms), rule, now: now)
        let store = store
        let new = try await acts.storing { () async throws(StorageError) in
            let wanted = imported.isHourly ? try await store.withoutKnownHours(believed, of: series) : believed
            return wanted.isEmpty ? 0 : try await store.importReadings(wanted, of: series, kind: kind)
        }
        if let last = believed.max(by: { $0.time < $1.time }) {
            await board.set(.number(last.value), of: series, at: last.time, now: now)
        }
        return ImportCounts(new: new, known: believed.count - new, rejected: rejected)
    }

    private func giveUpAbandoned() async throws(ActRefusal) {
        for (id, run) in runs where acts.clock.now() - run.lastUsed > Self.patience {
            try await close(id, run, isComplete: false)
        }
    }

    private func close(_ id: ImportID, _ run: Run, isComplete: Bool) async throws(ActRefusal) {
        // Gone before the entry is awaited: of two who end it at once, one finds it.
        runs[id] = nil
        let counts = run.counts
        try await acts.writeDown(
            .dataImport, by: run.identity, target: run.source.rawValue, success: isComplete,
            metadata: [
                "act": "end", "import": id.rawValue, "new": "\(counts.new)", "known": "\(counts.known)",
                "rejected": "\(counts.rejectedTotal)", "devices": "\(run.devices)", "flows": "\(run.flows)",
            ])
    }
}

extension Device {
    fileprivate func flow(of origin: ArchivedOrigin) -> EnergyFlow? { capability(origin.quantity, of: .main)?.flow }
}

extension ReadingStore {
    /// `readings` without those of hours of which anything is stored.
    fileprivate func withoutKnownHours(
        _ readings: [Reading], of series: SeriesID
    ) async throws(StorageError) -> [Reading] {
        guard let first = readings.map(\.time).min(), let last = readings.map(\.time).max() else { return [] }
        let hours = try await rollUps(
            of: series, from: first.startOfHour, to: last + .milliseconds(1),
            notBefore: Timestamp(milliseconds: .min))
        let known = Set(hours.map(\.start))
        return readings.filter { !known.contains($0.time.startOfHour) }
    }
}
