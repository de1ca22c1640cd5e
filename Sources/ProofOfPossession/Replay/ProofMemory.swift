import Foundation
import HomeModel
import Synchronization

/// The nonces that proofs must carry now, and which proofs were seen: fresh by our own clock, whatever the client's says.
final class ProofMemory: Sendable {
    /// A nonce is given out for so long, and taken for twice that.
    static let window = Duration.seconds(60)

    private struct Windows {
        var current = newNonce()
        var previous: String?
        var begun: Duration
        var seen: [ProofSender: Set<Int>] = [:]
        var seenBefore: [ProofSender: Set<Int>] = [:]

        func knows(_ mark: Int) -> Bool {
            ProofSender.allCases.contains {
                seen[$0]?.contains(mark) ?? false || seenBefore[$0]?.contains(mark) ?? false
            }
        }

        func takes(_ nonce: String?) -> Bool { nonce != nil && (nonce == current || nonce == previous) }

        static func newNonce() -> String {
            var random = SystemRandomNumberGenerator()
            return Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }).base64URL
        }
    }

    private let windows: Mutex<Windows>
    private let limits: ProofLimits
    private let uptime: @Sendable () -> Duration

    init(limits: ProofLimits, uptime: @escaping @Sendable () -> Duration) {
        self.limits = limits
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

    /// Whether proofs with this nonce are taken now.
    func takes(_ nonce: String?) -> Bool {
        let now = uptime()
        return windows.withLock { windows in
            Self.turn(&windows, at: now)
            return windows.takes(nonce)
        }
    }

    /// Notes a proof by its id and key, while its nonce is taken; whoever sees it again gets `.seen`, whoever sends it.
    func note(_ id: String, of key: String, nonce: String?, by sender: ProofSender) -> Look {
        // Seeded anew by each process, so that nobody can make two ids collide.
        var hasher = Hasher()
        hasher.combine(id)
        hasher.combine(key)
        let mark = hasher.finalize()
        let now = uptime()
        return windows.withLock { windows in
            Self.turn(&windows, at: now)
            guard windows.takes(nonce) else { return .stale }
            guard !windows.knows(mark) else { return .seen }
            guard windows.seen[sender, default: []].count < limits.most(sender) else { return .full }
            windows.seen[sender, default: []].insert(mark)
            return .new
        }
    }

    private static func turn(_ windows: inout Windows, at now: Duration) {
        let age = now - windows.begun
        guard age >= window else { return }
        // After a long quiet both are too old.
        windows.previous = age < window * 2 ? windows.current : nil
        windows.seenBefore = age < window * 2 ? windows.seen : [:]
        windows.current = Windows.newNonce()
        windows.seen = [:]
        windows.begun = now
    }
}
