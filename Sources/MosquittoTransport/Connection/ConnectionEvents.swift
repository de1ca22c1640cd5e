/// The events of one connection, for a single consumer. Ends when the connection is closed, or when the consumer's
/// task is cancelled.
package struct ConnectionEvents: AsyncSequence, Sendable {
    package typealias Element = ConnectionEvent
    package typealias Failure = Never

    let eventQueue: EventQueue

    package func makeAsyncIterator() -> Iterator { Iterator(eventQueue: eventQueue) }

    package struct Iterator: AsyncIteratorProtocol {
        let eventQueue: EventQueue

        package mutating func next() async -> ConnectionEvent? { await eventQueue.next() }
        package mutating func next(isolation actor: isolated (any Actor)?) async -> ConnectionEvent? {
            await eventQueue.next()
        }
    }
}
