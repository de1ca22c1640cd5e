/// The work that is asked for while a session lasts. Each kind of it is done by a task of its own, so that a node that
/// causes much of one kind delays no other.
struct SessionWork: Sendable {
    /// A request for work that has no content: several that wait are one.
    struct Request: Sendable {
        /// One reader.
        let requests: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() {
            (requests, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        }

        func send() { continuation.yield() }
    }

    /// The commands whose effect is to be read, until it confirms them or the time for that is over. None is dropped:
    /// people command slowly. One reader.
    let confirmations: AsyncStream<AwaitedEffect>
    private let confirming: AsyncStream<AwaitedEffect>.Continuation
    /// To ask the node something. A session in which it acknowledges nothing ends.
    let probe = Request()
    /// To look which fabrics the node belongs to.
    let fabricCheck = Request()
    /// To make the model of the node again.
    let remodelling = Request()
    let reconnection = Request()

    init() { (confirmations, confirming) = AsyncStream.makeStream(of: AwaitedEffect.self) }

    func confirm(_ effect: AwaitedEffect) { confirming.yield(effect) }
}
