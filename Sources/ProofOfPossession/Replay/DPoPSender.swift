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
