/// The events of one connection, for a single consumer. Ends when the connection is closed, or when the consumer's
/// task is cancelled.
package struct ConnectionEvents: AsyncSequence, Sendable {
    package typealias Element = ConnectionEvent
    package typealias Failure = Never

    let inbox: EventInbox

    package func makeAsyncIterator() -> Iterator { Iterator(inbox: inbox) }

    package struct Iterator: AsyncIteratorProtocol {
        let inbox: EventInbox

        package mutating func next() async -> ConnectionEvent? { await inbox.next() }
        package mutating func next(isolation actor: isolated (any Actor)?) async -> ConnectionEvent? {
            await inbox.next()
        }
    }
}
