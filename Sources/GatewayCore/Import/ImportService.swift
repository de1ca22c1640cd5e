package import HomeModel
package import TimeSeriesStore

/// Imports the history of other systems into the home: the only entry for readings that no device has just reported.
///
/// The importing client reads the foreign source. Only times and numbers arrive here, and each is validated by the same
/// rules as a device's readings. One audit entry records who began the import, and one its result.
package actor ImportService {
    package static let maximumAtOnce = 4
    /// An import that sends nothing for this time is closed.
    package static let idleTimeout = Duration.seconds(600)

    /// An open import, with its counts so far.
    private struct Run {
        let identity: Identity
        let source: DeviceID
        var lastUsed: Timestamp
        var counts = ImportCounts()
        var devices = 0
        var flows = 0
    }

    private let registry: HomeRegistry
    private let deviceStates: DeviceStateCache
    private let feed: LiveFeed
    private let store: ReadingStore
    private let retention: RetentionJob
    private let actions: AuthorizedActions
    private let makeID: @Sendable () -> ImportID
    private var runs: [ImportID: Run] = [:]

    package init(
        registry: HomeRegistry, deviceStates: DeviceStateCache, feed: LiveFeed, store: ReadingStore,
        retention: RetentionJob,
        actions: AuthorizedActions, makeID: @escaping @Sendable () -> ImportID
    ) {
        self.registry = registry
        self.deviceStates = deviceStates
        self.feed = feed
        self.store = store
        self.retention = retention
        self.actions = actions
        self.makeID = makeID
    }

    /// Opens an import. Requires both permissions, because an import may create devices and writes the history of any
    /// device.
    package func begin(source: String, as identity: Identity) async throws(ActionRefusal) -> ImportID {
        try await actions.require(.modifySettings, of: identity)
        try await actions.require(.addDevices, of: identity)
        guard let word = DeviceID(source) else {
            throw .invalid(
                field: "source", code: "malformed", detail: "A source is a word of small letters, digits and “-”.")
        }
        try await closeAbandoned()
        guard runs.count < Self.maximumAtOnce else {
            throw .conflict("\(Self.maximumAtOnce) imports are running already; wait until one has ended.")
        }
        let id = makeID()
        runs[id] = Run(identity: identity, source: word, lastUsed: actions.clock.now())
        do throws(ActionRefusal) {
            try await actions.writeEntry(
                .dataImport, by: identity, target: source, metadata: ["act": "begin", "import": id.rawValue])
        } catch {
            runs[id] = nil
            throw error
        }
        return id
    }

    /// Returns a device for each origin of which only the history is imported, in the order of `origins`. Creates the
    /// devices that are missing. Existing devices stay as they are, except for a new quantity or flow.
    package func archive(
        _ origins: [ArchivedOrigin], in id: ImportID, as identity: Identity
    ) async throws(ActionRefusal) -> [Device] {
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
        await feed.publish([.devicesChanged])
        return devices
    }

    /// Stores the valid readings of each series, and returns the counts of each. All of them are on disk afterwards.
    package func store(
        _ imported: [ImportedSeries], in id: ImportID, as identity: Identity
    ) async throws(ActionRefusal) -> [ImportCounts] {
        _ = try use(id, as: identity)
        var counts: [ImportCounts] = []
        for series in imported {
            let stored = try await store(series)
            runs[id]?.counts += stored
            counts.append(stored)
        }
        return counts
    }

    /// Closes an import and returns its totals.
    package func end(_ id: ImportID, isComplete: Bool, as identity: Identity) async throws(ActionRefusal)
        -> ImportCounts
    {
        let run = try use(id, as: identity)
        try await close(id, run: run, isComplete: isComplete)
        return run.counts
    }

    // MARK: Steps

    private func use(_ id: ImportID, as identity: Identity) throws(ActionRefusal) -> Run {
        guard var run = runs[id], run.identity.isSameAsker(as: identity) else { throw .notFound }
        run.lastUsed = actions.clock.now()
        runs[id] = run
        return run
    }

    private func makeDevice(
        at address: LinkAddress, for origin: ArchivedOrigin, as identity: Identity
    ) async throws(ActionRefusal) -> Device {
        let fallback = DisplayName(reducing: origin.origin, fallback: DisplayName("Archive" as StaticString))
        let name = DisplayName(reducing: origin.name, fallback: fallback)
        let device = Device(
            id: await registry.reserveID(for: name), name: name, room: nil, address: address,
            description: DeviceDescription(
                name: origin.name, parts: [Part(id: .main, capabilities: [origin.capability(after: nil)])]),
            adoptedAt: actions.clock.now())
        let act = try await actions.writeEntry(
            .deviceAdopt, by: identity, target: device.id.rawValue, metadata: ["link": address.kind.rawValue])
        let registry = registry
        try await actions.storing(for: [act]) { () async throws(StorageError) in try await registry.add(device) }
        return device
    }

    /// Adds the quantity and flow of `origin` to a device: the same origin may measure something else than the last
    /// time, or get its flow only now.
    private func extend(_ device: Device, by origin: ArchivedOrigin) async throws(ActionRefusal) -> Device {
        guard let main = device.description[.main] else { return device }
        let known = main[origin.quantity]
        let capability = origin.capability(after: known)
        guard capability != known else { return device }
        let others = main.capabilities.filter { $0.name != origin.quantity }
        let description = DeviceDescription(
            name: device.description.name, parts: [Part(id: .main, capabilities: others + [capability])])
        let registry = registry
        let extended = try await actions.storing { () async throws(StorageError) in
            try await registry.change(device.id) { $0 = $0.described(as: description, native: nil) }
        }
        guard let extended else { throw .notFound }
        return extended
    }

    private func store(_ imported: ImportedSeries) async throws(ActionRefusal) -> ImportCounts {
        let (series, now) = (imported.series, actions.clock.now())
        let capability = await registry.snapshot[series.device]?.capability(series.capability, of: series.part)
        guard let rule = capability.flatMap(QuantityRule.init),
            case .reading(let kind) = series.capability.kind.facts.recording
        else { return ImportCounts(rejected: ["noSuchSeries": imported.readings.count]) }
        let terms = await retention.terms
        let (validated, rejected) = imported.validated(by: ReadingValidator(terms: terms), rule, now: now)
        let store = store
        let new = try await actions.storing { () async throws(StorageError) in
            let wanted = imported.isHourly ? try await store.withoutKnownHours(validated, of: series) : validated
            return wanted.isEmpty ? 0 : try await store.importReadings(wanted, of: series, kind: kind)
        }
        if let last = validated.max(by: { $0.time < $1.time }) {
            await deviceStates.set(.number(last.value), of: series, at: last.time, now: now)
        }
        return ImportCounts(new: new, known: validated.count - new, rejected: rejected)
    }

    private func closeAbandoned() async throws(ActionRefusal) {
        for (id, run) in runs where actions.clock.now() - run.lastUsed > Self.idleTimeout {
            try await close(id, run: run, isComplete: false)
        }
    }

    private func close(_ id: ImportID, run: Run, isComplete: Bool) async throws(ActionRefusal) {
        // The run is removed before the entry is awaited, so that of two requests that end it at once only one finds
        // it.
        runs[id] = nil
        let counts = run.counts
        try await actions.writeEntry(
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
    /// Returns `readings` without those of hours for which anything is stored.
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
