/// A request of a controller, as the gate of a node sees it.
package enum NodeRequest: Hashable, Sendable {
    /// The first message of PASE.
    case passcodeSession
    /// The first message of CASE. It may offer to resume a session.
    case certificateSession(offersResumption: Bool)
    case read
    /// The announcement of a timed request.
    case timedRequest
    case command(NodeFaults.Command)
}

extension NodeServer {
    /// Whether the node acts on a request.
    nonisolated func admits(_ request: NodeRequest) async -> Bool {
        guard let gate = await faults.gate else { return true }
        return await gate(request)
    }
}
