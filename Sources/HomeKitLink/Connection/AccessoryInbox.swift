package import HomeKitProtocol
import Synchronization

/// A response or an event, and its place in the order in which a connection received them.
package struct ReceivedResponse: Sendable {
    package let response: HAPResponse
    package let number: Int
}

/// What a connection received: the answer to the last request, and events. Also why the connection ended.
final class AccessoryInbox: Sendable {
    /// The number of events that may wait, and how large each may be: together they bound the memory.
    private static let maximumEvents = 256
    private static let maximumEventBytes = 64 << 10

    private typealias Waiting = CheckedContinuation<Result<ReceivedResponse, AccessoryFailure>, Never>

    /// The last request, until its sender has its answer.
    private enum Exchange {
        case none
        /// The request is being sent, or was sent, and its sender does not wait yet.
        case sent
        case awaited(Waiting)
        case ended(Result<ReceivedResponse, AccessoryFailure>)
    }

    private struct State {
        var exchange = Exchange.none
        var sentCount = 0
        var receivedCount = 0
        var failure: AccessoryFailure?

        /// Gives the last request its result. Returns its sender if that waits; nil without a request.
        mutating func end(_ result: Result<ReceivedResponse, AccessoryFailure>) -> Waiting?? {
            switch exchange {
            case .sent:
                exchange = .ended(result)
                return .some(nil)
            case .awaited(let waiting):
                exchange = .none
                return waiting
            case .none, .ended: return nil
            }
        }
    }

    /// The events since the connection was made. The sequence ends with the connection; it supports one reader.
    let events: AsyncStream<ReceivedResponse>
    private let event: AsyncStream<ReceivedResponse>.Continuation
    private let state = Mutex(State())

    init() {
        (events, event) = AsyncStream.makeStream(
            of: ReceivedResponse.self, bufferingPolicy: .bufferingOldest(Self.maximumEvents))
    }

    var receivedCount: Int { state.withLock { $0.receivedCount } }

    /// Why the connection cannot be used any more.
    var failure: AccessoryFailure? { state.withLock { $0.failure } }

    /// Begins a request, which the caller sends next. Returns its number.
    func expectAnswer() throws(AccessoryFailure) -> Int {
        try state.withLock { state throws(AccessoryFailure) in
            guard state.failure == nil else { throw .notSent(.disconnected) }
            state.exchange = .sent
            state.sentCount += 1
            return state.sentCount
        }
    }

    /// The answer to the last request.
    func answer() async -> Result<ReceivedResponse, AccessoryFailure> {
        await withCheckedContinuation { waiting in
            let ended: Result<ReceivedResponse, AccessoryFailure>? = state.withLock { state in
                guard case .ended(let result) = state.exchange else {
                    state.exchange = .awaited(waiting)
                    return nil
                }
                state.exchange = .none
                return result
            }
            if let ended { waiting.resume(returning: ended) }
        }
    }

    /// Takes a message of the accessory. An answer without a request, or an event that has no room, ends the connection.
    func receive(_ response: HAPResponse) {
        let message = state.withLock { state in
            state.receivedCount += 1
            return ReceivedResponse(response: response, number: state.receivedCount)
        }
        switch response.kind {
        case .event:
            guard response.body.count <= Self.maximumEventBytes else { return end(.tooManyEvents) }
            if case .dropped = event.yield(message) { end(.tooManyEvents) }
        case .response:
            guard let sender = state.withLock({ $0.end(.success(message)) }) else { return end(.unexpectedAnswer) }
            sender?.resume(returning: .success(message))
        }
    }

    /// Ends the connection if a request is the last one, and still has no answer.
    func expire(_ request: Int) {
        let isExpired = state.withLock { state in
            switch state.exchange {
            case .sent, .awaited: state.sentCount == request
            case .none, .ended: false
            }
        }
        if isExpired { end(.timedOut) }
    }

    /// Ends the connection, for this reason if it is the first one. A request that waits fails.
    func end(_ reason: AccessoryFailure) {
        let (first, sender) = state.withLock { state in
            let first = state.failure ?? reason
            state.failure = first
            return (first, state.end(.failure(first)))
        }
        sender??.resume(returning: .failure(first))
        event.finish()
    }
}
