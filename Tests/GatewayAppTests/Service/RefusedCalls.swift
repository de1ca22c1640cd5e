import CSeccomp
import Foundation

/// Runs `body` while the kernel refuses system calls with `EPERM`, as the filter of a unit does. It runs on a thread of
/// its own, because a filter stays until its thread ends.
func refusing<Value: Sendable>(
    _ calls: [Int32], body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            let failure = refuse_calls(calls, Int32(calls.count))
            guard failure == 0 else { return continuation.resume(throwing: FilterFailure(code: failure)) }
            continuation.resume(with: Result { try body() })
        }
    }
}

/// The kernel refused the filter; `code` is an `errno` value.
private struct FilterFailure: Error { let code: Int32 }
