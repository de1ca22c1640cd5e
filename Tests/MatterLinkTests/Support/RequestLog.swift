import MatterEmulator
import Synchronization

/// Writes down which requests a node has received, in their order.
final class RequestLog: Sendable {
    private let requests = Mutex<[NodeRequest]>([])

    var all: [NodeRequest] { requests.withLock(\.self) }

    /// The gate of the node.
    func admits(_ request: NodeRequest) -> Bool {
        requests.withLock { $0.append(request) }
        return true
    }
}
