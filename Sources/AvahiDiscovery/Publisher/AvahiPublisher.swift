import Concurrency
package import Logging

/// Identifies a service that was registered with a publisher.
package struct PublicationID: Hashable, Sendable {
    let number: Int
}

/// Announces services through the Avahi daemon, and announces them again whenever the daemon comes back.
package actor AvahiPublisher {
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let library = LibraryQueue(label: "avahi.publisher")

    private var services: [PublicationID: PublishedService] = [:]
    private var states: [PublicationID: PublicationState] = [:]
    private var handle: PublishHandle?
    private var events: AsyncStream<PublishEvent>.Continuation?
    private var nextNumber = 1
    private var isStopped = false
    /// Ends the current pause between two attempts.
    private var pauseEnding: AsyncStream<Void>.Continuation?

    package init(clock: any Clock<Duration> = ContinuousClock(), logger: Logger) {
        self.clock = clock
        self.logger = logger
    }

    /// Registers a service. It is announced while `run()` runs and the daemon is there. Throws `.invalidService`.
    @discardableResult
    package func publish(_ service: PublishedService) throws(AvahiError) -> PublicationID {
        try service.validate()
        let id = PublicationID(number: nextNumber)
        nextNumber += 1
        services[id] = service
        states[id] = .waiting
        if let handle { library.submit { handle.add(id, service: service) } }
        return id
    }

    /// Replaces the TXT entries of an announced service, under the same name. Throws `.invalidService`.
    package func update(_ id: PublicationID, txt: [[UInt8]]) throws(AvahiError) {
        guard var service = services[id] else { return }
        service.txt = txt
        try service.validate()
        services[id] = service
        if let handle { library.submit { handle.update(id, txt: txt) } }
    }

    /// Replaces the host of an announced service, for example when its addresses change. Throws `.invalidService`.
    package func update(_ id: PublicationID, host: PublishedService.Host?) throws(AvahiError) {
        guard var service = services[id], service.host != host else { return }
        service.host = host
        try service.validate()
        services[id] = service
        if let handle { library.submit { handle.update(id, host: host) } }
    }

    /// Removes a service, and its announcement from the network. Does nothing for an unknown id.
    package func withdraw(_ id: PublicationID) {
        services[id] = nil
        states[id] = nil
        if let handle { library.submit { handle.remove(id) } }
    }

    /// The state of a service; nil for one that was withdrawn.
    package func state(of id: PublicationID) -> PublicationState? { states[id] }

    /// Publishes until cancelled or stopped, then withdraws all services from the network. Callers must call it once
    /// only.
    package func run() async {
        var backoff = ExponentialBackoff.avahiClient
        while !Task.isCancelled, !isStopped {
            let reason = await announce(&backoff)
            for id in services.keys { states[id] = .waiting }
            guard !isStopped, !Task.isCancelled else { break }
            logger.info("publishing is interrupted", metadata: ["error.reason": "\(reason)"])
            await pause(backoff.next())
        }
    }

    /// Ends `run()`.
    package func stop() {
        isStopped = true
        events?.finish()
        pauseEnding?.finish()
    }

    /// Sleeps until the time is over or `stop` is called.
    private func pause(_ duration: Duration) async {
        // Each pause has a stream of its own, because the stream ends with the group that waits for it.
        let (stopping, continuation) = AsyncStream.makeStream(of: Void.self)
        pauseEnding = continuation
        await withTaskGroup { [clock] group in
            group.addTask { try? await clock.sleep(for: duration) }
            group.addTask { for await _ in stopping {} }
            await group.next()
            group.cancelAll()
        }
    }

    /// Runs one connection, from opening to failure. Returns why it ended.
    private func announce(_ backoff: inout ExponentialBackoff) async -> AvahiError {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PublishEvent.self, bufferingPolicy: .bufferingNewest(4096))
        events = continuation
        let handle = PublishHandle(services) { continuation.yield($0) }
        self.handle = handle
        do throws(AvahiError) {
            try await library.run { () throws(AvahiError) in try handle.open() }
        } catch {
            self.handle = nil
            return error
        }
        let reason = await follow(stream, backoff: &backoff)
        self.handle = nil
        try? await library.run { handle.close() }
        return reason
    }

    private func follow(_ events: AsyncStream<PublishEvent>, backoff: inout ExponentialBackoff) async -> AvahiError {
        for await event in events {
            switch event {
            case .client(.running): backoff.reset()
            case .client(.failed(let error)): return error
            case .client: break
            case .publication(let id, let state): record(state, of: id)
            }
        }
        return .disconnected
    }

    private func record(_ state: PublicationState, of id: PublicationID) {
        guard services[id] != nil else { return }
        states[id] = state
        if case .established(let name, _) = state, let wanted = services[id]?.name, name != wanted {
            logger.warning(
                "another machine has the name of a published service, or of its host",
                metadata: ["service.wanted": "\(wanted)", "service.name": "\(name)"])
        }
        if case .failed(let error) = state {
            logger.info("a service cannot be published", metadata: ["error.reason": "\(error)"])
        }
    }
}
