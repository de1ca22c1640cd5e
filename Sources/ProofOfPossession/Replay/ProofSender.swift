/// Who came with a proof. Each sort has a memory of its own, so that strangers never crowd out those who are in.
package enum ProofSender: Hashable, Sendable, CaseIterable {
    /// Holds the key of a paired client, or shows a token that is good.
    case known
    case stranger
}

/// How many proofs are remembered for the time of one nonce; beyond it they are refused, not forgotten.
struct ProofLimits: Sendable {
    /// Some thousand requests a second.
    var known = 400_000
    /// Some sixty a second: more do not wait to be let in.
    var strangers = 4_000

    func most(_ sender: ProofSender) -> Int {
        switch sender {
        case .known: known
        case .stranger: strangers
        }
    }
}
