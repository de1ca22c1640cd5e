import MatterEmulator
import Synchronization

/// Lets a node wait with one request until the test decides whether the node acts on it.
final class HeldRequest: Sendable {
    private let request: NodeRequest
    private let hasArrived = Mutex(false)
    private let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    private let (decisions, decision) = AsyncStream.makeStream(of: Bool.self)

    init(_ request: NodeRequest) { self.request = request }

    /// The gate of the node: the first such request waits, and all others pass.
    func admits(_ request: NodeRequest) async -> Bool {
        let isHeld =
            request == self.request
            && hasArrived.withLock { hasArrived in
                defer { hasArrived = true }
                return !hasArrived
            }
        guard isHeld else { return true }
        arrival.yield()
        for await isAdmitted in decisions { return isAdmitted }
        return false
    }

    /// Returns once the node has received the request.
    func arrive() async throws {
        for await _ in arrivals { return }
        throw CancellationError()
    }

    func release(carryingOut isCarriedOut: Bool) { decision.yield(isCarriedOut) }
}
