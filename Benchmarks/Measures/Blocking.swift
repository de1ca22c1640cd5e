import Dispatch

/// Runs work that blocks on a thread of its own, so that it measures the gateway and not the cooperative pool.
func offPool<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "blocking", qos: .userInteractive).async {
            continuation.resume(with: Result(catching: work))
        }
    }
}
