import Glibc

/// One turn of an existing connection: write, wait, read, hand over.
extension ConnectionLoop {
    /// Reads in one turn before what came is handed over; a broker sends each message in a TLS record of its own.
    private static let readsPerTurn = 128
    private static let payloadBytesPerTurn = 1024 * 1024

    func exchange(with handle: MosquittoHandle) throws(MosquittoError) {
        let isConnecting = acceptedAt == nil
        if gate.mayWrite && handle.wantsToWrite { try handle.write(together: gate.isFlushing) }
        deliver(from: handle)
        if gate.isFlushing && !handle.wantsToWrite { gate.flushed() }

        let mayRead = isConnecting || (gate.mayRead && inbox.hasRoom())
        let mayWrite = gate.mayWrite && handle.wantsToWrite
        // An answer that somebody waits for is no message that can wait.
        let isUrgent = isConnecting || !awaitedAnswers.isEmpty
        let isHeldBack = mayRead && !isUrgent && pace.readAt != nil
        let events = (mayRead && !isHeldBack ? POLLIN : 0) | (mayWrite ? POLLOUT : 0)
        let seen = wait(forSocket: handle.socket, events: events, until: mayRead && !isUrgent ? pace.deadline : nil)

        let mayBeThere = mayHaveMore || isHeldBack || seen & ~POLLOUT != 0 || (isConnecting && seen != 0)
        if mayRead && mayBeThere && (isUrgent || mayHaveMore || pace.mayRead(at: .now)) {
            try read(from: handle)
            if !mayHaveMore && isConnecting && seen & (POLLHUP | POLLERR) != 0 { throw .connectionLost }
        }
        let now = ContinuousClock.now
        if !mayRead { pace.hold(at: now) }
        let isDone = pace.burstEnded(at: now)
        if let number = gate.endBatchIfDue(at: now, orDone: isDone) { inbox.append(.batchEnded(number)) }
        try tick(handle, at: now)
    }

    private func read(from handle: MosquittoHandle) throws(MosquittoError) {
        for _ in 0..<Self.readsPerTurn {
            mayHaveMore = try handle.read()
            if !mayHaveMore || handle.notes.payloadBytes >= Self.payloadBytesPerTurn { break }
        }
        deliver(from: handle)
    }

    /// Hands over what the callbacks noted.
    func deliver(from handle: MosquittoHandle) {
        if let sessionPresent = handle.take(\.acceptedWithSession, leaving: nil) {
            acceptedAt = .now
            _ = life.handle(.accepted)
            requests.connected()
            inbox.append(.connected(sessionPresent: sessionPresent))
        }
        let messages = handle.take(\.messages, leaving: [])
        if !messages.isEmpty {
            handle.notes.payloadBytes = 0
            let now = ContinuousClock.now
            gate.received(messages.count, at: now)
            pace.received(messages.count, at: now)
            inbox.append(.messages(messages))
        }
        for (packetID, reason) in handle.take(\.answers, leaving: []) {
            guard let awaited = awaitedAnswers.removeValue(forKey: packetID) else { continue }
            requests.complete(awaited.id, with: awaited.outgoing.answer(reason: reason))
        }
    }

    func send(_ outgoing: RequestQueue.Outgoing, for id: RequestQueue.RequestID) {
        // Cancelled or failed before its turn: then it must not leave any more.
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
    /// What the broker's reason code, or the hand-over to the socket, means for the caller.
    fileprivate func answer(reason: UInt8) -> RequestQueue.Answer {
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
