import Dispatch

/// Runs blocking work on a thread of its own, so that it measures the gateway and does not block Swift's cooperative
/// thread pool.
func runBlocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "blocking", qos: .userInteractive).async {
            continuation.resume(with: Result(catching: work))
        }
    }
}
