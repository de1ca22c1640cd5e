package import HomeModel
package import HomeStorage

/// How every command of the last 24 hours stands, and which requests wait for its outcome.
package actor CommandLedger {
    package static let memory = Duration.hours(24)
    static let maximumCommands = 20_000
    static let maximumKeys = 20_000
    /// Of commands that were refused or not in order.
    static let maximumRefused = 1024

    private struct Page {
        var record: CommandRecord
        let asker: String
        let since: Duration
        let opened = ContinuousClock.now
        var digest: IdempotencyDigest?
        var waiters: [AsyncStream<CommandRecord>.Continuation] = []
    }

    private struct KeyedCommand {
        let id: CommandID
        let body: String
        /// Once it has ended.
        var record: CommandRecord?
    }

    private var open: [CommandID: Page] = [:]
    private var ended = FairMemory<CommandID, CommandRecord>(limit: maximumCommands)
    private var refused = FairMemory<CommandID, CommandRecord>(limit: maximumRefused)
    /// By the digest of the key. A key is forgotten when its command ends without having been sent or replaced.
    private var keys = FairMemory<String, KeyedCommand>(limit: maximumKeys)
    private let feed: LiveFeed
    private let uptime: @Sendable () -> Duration
    package private(set) var meter = CommandMeter()

    /// With `recent` it continues where an earlier run of the gateway stopped.
    package init(feed: LiveFeed, recent: RecentCommands? = nil, uptime: @escaping @Sendable () -> Duration) {
        self.feed = feed
        self.uptime = uptime
        for command in recent?.commands ?? [] {
            guard command.age < Self.memory else { continue }
            let since = uptime() - command.age
            let (record, asker) = (command.record, command.record.sender ?? "")
            if record.isInOrder {
                ended.insert(record, for: record.id, of: asker, since: since)
            } else {
                refused.insert(record, for: record.id, of: asker, since: since)
            }
            guard let digest = command.digest, command.keepsKey else { continue }
            keys.insert(
                KeyedCommand(id: record.id, body: digest.body, record: record), for: digest.key, of: asker,
                since: since)
        }
    }

    package func record(_ id: CommandID) -> CommandRecord? { open[id]?.record ?? ended[id] ?? refused[id] }

    /// The commands to a device, newest first.
    func records(of device: DeviceID) -> [CommandRecord] {
        var found = open.values.map(\.record).filter { $0.series.device == device }
        found += ended.values.filter { $0.series.device == device }
        found += refused.values.filter { $0.series.device == device }
        return found.sorted { ($0.receivedAt, $0.id.rawValue) > ($1.receivedAt, $1.id.rawValue) }
    }

    /// Opens a record. With a key that was used before it gives that command instead, and throws when the body differs.
    func open(_ request: CommandRequest, by identity: Identity) throws(CommandRefusal) -> CommandID {
        let now = uptime()
        forget(before: now - Self.memory)
        let digest = IdempotencyDigest(request, by: identity)
        if let digest, let known = keys[digest.key] {
            guard known.body == digest.body else { throw .keyReused }
            // Its record may have had to make room for newer ones.
            if let record = known.record, self.record(known.id) == nil {
                ended.insert(record, for: known.id, of: "\(identity)", since: now)
            }
            return known.id
        }
        var record = CommandRecord(
            id: request.id, series: request.series, value: request.value, receivedAt: request.receivedAt,
            deadline: request.deadline, stage: .accepted)
        record.sender = "\(identity)"
        open[request.id] = Page(record: record, asker: "\(identity)", since: now, digest: digest)
        if let digest {
            keys.insert(
                KeyedCommand(id: request.id, body: digest.body), for: digest.key, of: "\(identity)", since: now)
        }
        return request.id
    }

    /// Moves a command on; it never leaves its end.
    func move(_ id: CommandID, to stage: CommandStage) async {
        guard var page = open[id], page.record.stage != stage else { return }
        page.record.stage = stage
        open[id] = page
        await tell(page)
    }

    func end(_ id: CommandID, _ ending: CommandEnding) async {
        guard var page = open.removeValue(forKey: id) else { return }
        page.record.stage = .ended(ending.outcome)
        page.record.detail = ending.detail
        page.record.reported = ending.reported
        page.record.refusal = ending.refusal
        page.record.code = ending.code
        let record = page.record
        if record.isInOrder {
            ended.insert(record, for: id, of: page.asker, since: page.since)
        } else {
            refused.insert(record, for: id, of: page.asker, since: page.since)
        }
        if let key = page.digest?.key, keys[key]?.id == id {
            // The same key may try again what was never sent; what a newer command replaced must not come after that one.
            if ending.mayHaveArrived || ending.outcome == .superseded {
                keys.change(key) { $0.record = record }
            } else {
                keys.remove(key)
            }
        }
        await tell(page)
    }

    private func tell(_ page: Page) async {
        meter.note(page.record.stage, after: ContinuousClock.now - page.opened)
        for waiter in page.waiters {
            waiter.yield(page.record)
            if page.record.outcome != nil { waiter.finish() }
        }
        await feed.show([.command(page.record)])
    }

    /// The record once it is dispatched (or has ended), or with `.ended` once it has ended.
    package func await(_ id: CommandID, until milestone: Milestone) async -> CommandRecord? {
        guard let page = open[id] else { return record(id) }
        if milestone.isReached(by: page.record) { return page.record }
        let (records, waiter) = AsyncStream.makeStream(of: CommandRecord.self)
        open[id]?.waiters.append(waiter)
        var last: CommandRecord?
        for await record in records {
            last = record
            if milestone.isReached(by: record) { return record }
        }
        return record(id) ?? last
    }

    package enum Milestone: Sendable {
        case dispatched, ended

        func isReached(by record: CommandRecord) -> Bool {
            if record.outcome != nil { return true }
            return self == .dispatched && record.stage != .accepted
        }
    }

    private func forget(before edge: Duration) {
        ended.removeAll(before: edge)
        refused.removeAll(before: edge)
        keys.removeAll(before: edge)
    }
}
