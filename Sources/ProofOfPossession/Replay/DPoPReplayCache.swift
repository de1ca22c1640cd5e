import Foundation
import HomeModel
import Synchronization

/// The nonces that proofs must have now, and the proofs that were used. Whether a proof is fresh depends on the
/// gateway's clock only, not on the client's.
final class DPoPReplayCache: Sendable {
    /// A nonce is issued for this long, and accepted for twice as long.
    static let window = Duration.seconds(60)

    /// The current and the previous nonce, and the proofs that were recorded while each of them was issued.
    private struct NonceWindows {
        var current = newNonce()
        var previous: String?
        var begun: Duration
        var seen: [DPoPSender: Set<Int>] = [:]
        var seenBefore: [DPoPSender: Set<Int>] = [:]

        func contains(_ mark: Int) -> Bool {
            DPoPSender.allCases.contains {
                seen[$0]?.contains(mark) ?? false || seenBefore[$0]?.contains(mark) ?? false
            }
        }

        func accepts(_ nonce: String?) -> Bool { nonce != nil && (nonce == current || nonce == previous) }

        static func newNonce() -> String {
            var random = SystemRandomNumberGenerator()
            return Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }).base64URL
        }
    }

    private let windows: Mutex<NonceWindows>
    private let limits: DPoPReplayLimits
    private let uptime: @Sendable () -> Duration

    init(limits: DPoPReplayLimits, uptime: @escaping @Sendable () -> Duration) {
        self.limits = limits
        self.uptime = uptime
        windows = Mutex(NonceWindows(begun: uptime()))
    }

    /// The nonce that the next proofs must have.
    var nonce: String {
        let now = uptime()
        return windows.withLock { windows in
            Self.rotate(&windows, at: now)
            return windows.current
        }
    }

    /// The result of recording a proof.
    enum RecordResult: Sendable { case new, seen, stale, full }

    /// Whether proofs with this nonce are accepted now.
    func accepts(_ nonce: String?) -> Bool {
        let now = uptime()
        return windows.withLock { windows in
            Self.rotate(&windows, at: now)
            return windows.accepts(nonce)
        }
    }

    /// Records a proof by its id and key, while its nonce is accepted. Returns `.seen` when it was recorded before,
    /// from any sender.
    func record(_ id: String, of key: String, nonce: String?, by sender: DPoPSender) -> RecordResult {
        // Each process seeds its hasher differently, so that no client can make two ids collide.
        var hasher = Hasher()
        hasher.combine(id)
        hasher.combine(key)
        let mark = hasher.finalize()
        let now = uptime()
        return windows.withLock { windows in
            Self.rotate(&windows, at: now)
            guard windows.accepts(nonce) else { return .stale }
            guard !windows.contains(mark) else { return .seen }
            guard windows.seen[sender, default: []].count < limits.maximumProofs(of: sender) else { return .full }
            windows.seen[sender, default: []].insert(mark)
            return .new
        }
    }

    /// Makes a new nonce when the current one has been issued for its time, and drops the records of expired ones.
    private static func rotate(_ windows: inout NonceWindows, at now: Duration) {
        let age = now - windows.begun
        guard age >= window else { return }
        // After a long time without requests both nonces are too old.
        windows.previous = age < window * 2 ? windows.current : nil
        windows.seenBefore = age < window * 2 ? windows.seen : [:]
        windows.current = NonceWindows.newNonce()
        windows.seen = [:]
        windows.begun = now
    }
}

/// The kind of sender of a proof. The proofs of each kind are stored separately, so that unknown senders never take the
/// space of paired clients.
package enum DPoPSender: Hashable, Sendable, CaseIterable {
    /// The sender has the key of a paired client, or a valid token.
    case authenticated
    /// Any other sender.
    case unauthenticated
}

/// How many proofs are stored during the time of one nonce. Beyond that, proofs are refused; none is forgotten early.
struct DPoPReplayLimits: Sendable {
    /// Several thousand requests a second.
    var authenticated = 400_000
    /// About sixty requests a second: no more clients wait to be paired.
    var unauthenticated = 4_000

    func maximumProofs(of sender: DPoPSender) -> Int {
        switch sender {
        case .authenticated: authenticated
        case .unauthenticated: unauthenticated
        }
    }
}
