package import HomeModel
package import HomeStorage

/// How every command of the last 24 hours stands, and who waits to hear of it.
package actor CommandLedger {
    package static let memory = Duration.hours(24)
    package static let maximumRecords = 20_000

    private struct Page {
        var record: CommandRecord
        let openedAt: Timestamp
        let opened = ContinuousClock.now
        var key: String?
        var waiters: [AsyncStream<CommandRecord>.Continuation] = []
    }

    private var pages: [CommandID: Page] = [:]
    private var commandsByKey: [String: (command: CommandID, body: String)] = [:]
    /// Commands of earlier runs that had a key: the audit log remembers them.
    private var earlier: [String: IdempotentCommand]
    private var order: [CommandID] = []
    private let feed: LiveFeed
    package private(set) var meter = CommandMeter()

    package init(feed: LiveFeed, remembering earlier: [String: IdempotentCommand] = [:]) {
        self.feed = feed
        self.earlier = earlier
    }

    package func record(_ id: CommandID) -> CommandRecord? { pages[id]?.record }

    /// The commands to a device, newest first.
    func records(of device: DeviceID) -> [CommandRecord] {
        order.reversed().lazy.compactMap { self.pages[$0]?.record }.filter { $0.series.device == device }
            .sorted { $0.receivedAt > $1.receivedAt }
    }

    /// Opens a record. With a key that was used before it gives that command instead, and throws when the body differs.
    func open(_ request: CommandRequest, by identity: Identity) throws(CommandRefusal) -> CommandID {
        forgetOld(before: request.receivedAt - Self.memory)
        let digest = IdempotencyDigest(request, by: identity)
        if let digest { recall(digest, for: request) }
        if let digest, let known = commandsByKey[digest.key] {
            guard known.body == digest.body else { throw .keyReused }
            return known.command
        }
        add(
            CommandRecord(
                id: request.id, series: request.series, value: request.value, receivedAt: request.receivedAt,
                deadline: request.deadline, stage: .accepted),
            digest)
        return request.id
    }

    /// Moves a command on; it never leaves its end.
    func move(_ id: CommandID, to stage: CommandStage) async {
        await update(id) { $0.stage = stage }
    }

    func end(_ id: CommandID, _ ending: CommandEnding) async {
        await update(id) { record in
            record.stage = .ended(ending.outcome)
            record.detail = ending.detail
            record.reported = ending.reported
            record.refusal = ending.refusal
        }
    }

    private func update(_ id: CommandID, _ change: (inout CommandRecord) -> Void) async {
        guard var page = pages[id], page.record.outcome == nil else { return }
        change(&page.record)
        meter.note(page.record.stage, after: ContinuousClock.now - page.opened)
        for waiter in page.waiters { waiter.yield(page.record) }
        if page.record.outcome != nil {
            for waiter in page.waiters { waiter.finish() }
            page.waiters = []
        }
        pages[id] = page
        await feed.show([.command(page.record)])
    }

    /// The record once it is dispatched (or has ended), or with `.ended` once it has ended.
    package func await(_ id: CommandID, until milestone: Milestone) async -> CommandRecord? {
        guard let page = pages[id] else { return nil }
        if milestone.isReached(by: page.record) { return page.record }
        let (records, waiter) = AsyncStream.makeStream(of: CommandRecord.self)
        pages[id]?.waiters.append(waiter)
        for await record in records where milestone.isReached(by: record) { return record }
        return pages[id]?.record
    }

    package enum Milestone: Sendable {
        case dispatched, ended

        func isReached(by record: CommandRecord) -> Bool {
            if record.outcome != nil { return true }
            return self == .dispatched && record.stage != .accepted
        }
    }

    /// Puts a command of an earlier run back on its page. The same body means the same series and value.
    private func recall(_ digest: IdempotencyDigest, for request: CommandRequest) {
        guard let command = earlier.removeValue(forKey: digest.key),
            command.time >= request.receivedAt - Self.memory
        else { return }
        let record = CommandRecord(
            id: command.id, series: request.series, value: request.value, receivedAt: command.time,
            deadline: request.deadline, stage: .ended(command.outcome ?? .timedOut))
        add(record, IdempotencyDigest(key: digest.key, body: command.bodyDigest), openedAt: request.receivedAt)
    }

    private func add(_ record: CommandRecord, _ digest: IdempotencyDigest?, openedAt: Timestamp? = nil) {
        pages[record.id] = Page(record: record, openedAt: openedAt ?? record.receivedAt, key: digest?.key)
        order.append(record.id)
        if let digest { commandsByKey[digest.key] = (record.id, digest.body) }
    }

    private func forgetOld(before edge: Timestamp) {
        while let oldest = order.first, let page = pages[oldest],
            page.record.outcome != nil, page.openedAt < edge || order.count > Self.maximumRecords
        {
            order.removeFirst()
            pages[oldest] = nil
            if let key = page.key { commandsByKey[key] = nil }
        }
    }
}
