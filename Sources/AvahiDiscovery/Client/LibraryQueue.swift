import Dispatch

/// A serial queue for calls that may block on the bus, away from Swift's cooperative threads.
struct LibraryQueue: Sendable {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs `body` on the queue and returns or throws its result.
    func run(_ body: @escaping @Sendable () throws(AvahiError) -> Void) async throws(AvahiError) {
        let result: Result<Void, AvahiError> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(AvahiError) {
                    continuation.resume(returning: .success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        try result.get()
    }

    /// Runs `body` on the queue, in the order of submission, without waiting for it.
    func submit(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }
}
