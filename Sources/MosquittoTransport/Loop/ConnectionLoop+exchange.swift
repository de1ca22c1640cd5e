import Glibc

/// One iteration of the loop with an existing connection: write, wait, read, deliver.
extension ConnectionLoop {
    /// The number of reads in one iteration before the messages are delivered. A broker sends each message in a TLS
    /// record of its own.
    private static let readsPerTurn = 128
    private static let payloadBytesPerTurn = 1024 * 1024

    func exchange(with handle: MosquittoHandle) throws(MosquittoError) {
        let isConnecting = acceptedAt == nil
        if batching.mayWrite && handle.wantsToWrite { try handle.write(together: batching.isFlushing) }
        deliver(from: handle)
        if batching.isFlushing && !handle.wantsToWrite { batching.flushed() }

        let mayRead = isConnecting || (batching.mayRead && eventQueue.hasCapacity())
        let mayWrite = batching.mayWrite && handle.wantsToWrite
        // A caller waits for an answer, so reading must not be delayed.
        let isUrgent = isConnecting || !awaitedAnswers.isEmpty
        let isHeldBack = mayRead && !isUrgent && coalescing.readAt != nil
        let events = (mayRead && !isHeldBack ? POLLIN : 0) | (mayWrite ? POLLOUT : 0)
        let seen = wait(
            forSocket: handle.socket, events: events, until: mayRead && !isUrgent ? coalescing.deadline : nil)

        let mayBeThere = mayHaveMore || isHeldBack || seen & ~POLLOUT != 0 || (isConnecting && seen != 0)
        if mayRead && mayBeThere && (isUrgent || mayHaveMore || coalescing.mayRead(at: .now)) {
            try read(from: handle)
            if !mayHaveMore && isConnecting && seen & (POLLHUP | POLLERR) != 0 { throw .connectionLost }
        }
        let now = ContinuousClock.now
        if !mayRead { coalescing.readBlocked(at: now) }
        let isDone = coalescing.burstEnded(at: now)
        if let number = batching.endBatchIfDue(at: now, orDone: isDone) { eventQueue.append(.batchEnded(number)) }
        try tick(handle, at: now)
    }

    private func read(from handle: MosquittoHandle) throws(MosquittoError) {
        for _ in 0..<Self.readsPerTurn {
            mayHaveMore = try handle.read()
            if !mayHaveMore || handle.callbackEvents.payloadBytes >= Self.payloadBytesPerTurn { break }
        }
        deliver(from: handle)
    }

    /// Delivers the recorded events to the event queue and to the waiting requests.
    func deliver(from handle: MosquittoHandle) {
        if let sessionPresent = handle.drain(\.acceptedWithSession, leaving: nil) {
            acceptedAt = .now
            _ = stateMachine.handle(.accepted)
            requests.connected()
            eventQueue.append(.connected(sessionPresent: sessionPresent))
        }
        let messages = handle.drain(\.messages, leaving: [])
        if !messages.isEmpty {
            handle.callbackEvents.payloadBytes = 0
            let now = ContinuousClock.now
            batching.received(messages.count, at: now)
            coalescing.received(messages.count, at: now)
            eventQueue.append(.messages(messages))
        }
        for (packetID, reason) in handle.drain(\.answers, leaving: []) {
            guard let awaited = awaitedAnswers.removeValue(forKey: packetID) else { continue }
            requests.complete(awaited.id, with: awaited.outgoing.answer(reason: reason))
        }
    }

    func send(_ outgoing: RequestQueue.Outgoing, for id: RequestQueue.RequestID) {
        // A request that was cancelled or failed while it was queued must not be sent.
        guard let handle, requests.isWaiting(id) else { return }
        do throws(MosquittoError) {
            let packetID =
                switch outgoing {
                case .publish(let publication): try handle.publish(publication)
                case .subscribe(let subscription): try handle.subscribe(subscription)
                case .unsubscribe(let filter): try handle.unsubscribe(filter)
                }
            awaitedAnswers[packetID] = AwaitedAnswer(id: id, outgoing: outgoing)
        } catch {
            requests.complete(id, with: .failure(error))
        }
    }
}

extension RequestQueue.Outgoing {
    /// Translates the reason code of the broker, or of the write to the socket, into the result for the caller.
    fileprivate func answer(reason: UInt8) -> RequestQueue.RequestResult {
        let noMatchingSubscribers: UInt8 = 16
        let notAuthorized: UInt8 = 135
        switch (self, reason) {
        case (_, notAuthorized): return .failure(.notAuthorized)
        case (.publish(let publication), ..<0x80):
            if publication.qos == .atMostOnce { return .success(.handedOver) }
            return .success(.accepted(hasSubscribers: reason != noMatchingSubscribers))
        case (.publish, _): return .failure(.publishRejected(reason: reason))
        case (_, ..<0x80): return .success(.accepted(hasSubscribers: true))
        case (.subscribe(let subscription), _):
            return .failure(.subscriptionRefused(topicFilter: subscription.topicFilter, reason: reason))
        case (.unsubscribe(let filter), _):
            return .failure(.subscriptionRefused(topicFilter: filter, reason: reason))
        }
    }
}
