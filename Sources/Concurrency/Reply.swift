/// A reply without a value: one side sends it, another one waits for it. A wait for a reply that never comes ends when
/// its task is cancelled.
package struct Reply: Sendable {
    private let sent: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    package init() { (sent, continuation) = AsyncStream.makeStream() }

    /// Ends the wait. Further calls do nothing.
    package func send() { continuation.finish() }

    /// Returns when the reply was sent, or the task is cancelled. Supports one caller.
    package func wait() async {
        for await _ in sent {}
    }
}
