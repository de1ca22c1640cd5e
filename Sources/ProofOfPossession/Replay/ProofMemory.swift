import Foundation
import HomeModel
import Synchronization

/// The nonces that proofs must carry now, and which proofs were seen: fresh by our own clock, whatever the client's says.
final class ProofMemory: Sendable {
    /// A nonce is given out for so long, and taken for twice that.
    static let window = Duration.seconds(60)
    /// Some thousand requests a second; beyond it proofs are refused, not forgotten.
    static let mostProofs = 400_000

    private struct Windows {
        var current = newNonce()
        var previous: String?
        var begun: Duration
        var seen: Set<Int> = []
        var seenBefore: Set<Int> = []

        static func newNonce() -> String {
            var random = SystemRandomNumberGenerator()
            return Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }).base64URL
        }
    }

    private let windows: Mutex<Windows>
    private let uptime: @Sendable () -> Duration

    init(uptime: @escaping @Sendable () -> Duration) {
        self.uptime = uptime
        windows = Mutex(Windows(begun: uptime()))
    }

    var nonce: String {
        let now = uptime()
        return windows.withLock { windows in
            Self.turn(&windows, at: now)
            return windows.current
        }
    }

    enum Look: Sendable { case new, seen, stale, full }

    /// Notes a proof by its id and key, while its nonce is taken; whoever sees it again gets `.seen`.
    func note(_ id: String, of key: String, nonce: String?) -> Look {
        // Seeded anew by each process, so that nobody can make two ids collide.
        var hasher = Hasher()
        hasher.combine(id)
        hasher.combine(key)
        let mark = hasher.finalize()
        let now = uptime()
        return windows.withLock { windows in
            Self.turn(&windows, at: now)
            guard let nonce, nonce == windows.current || nonce == windows.previous else { return .stale }
            guard !windows.seen.contains(mark), !windows.seenBefore.contains(mark) else { return .seen }
            guard windows.seen.count < Self.mostProofs else { return .full }
            windows.seen.insert(mark)
            return .new
        }
    }

    private static func turn(_ windows: inout Windows, at now: Duration) {
        let age = now - windows.begun
        guard age >= window else { return }
        // After a long quiet both are too old.
        windows.previous = age < window * 2 ? windows.current : nil
        windows.seenBefore = age < window * 2 ? windows.seen : []
        windows.current = Windows.newNonce()
        windows.seen = []
        windows.begun = now
    }
}
