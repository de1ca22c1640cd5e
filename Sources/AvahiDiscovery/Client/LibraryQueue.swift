import Dispatch

/// Where calls that may block on the bus are made, in order, away from Swift's cooperative threads.
struct LibraryQueue: Sendable {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

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

    /// Calls in the order of submission without waiting for them.
    func submit(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }
}
