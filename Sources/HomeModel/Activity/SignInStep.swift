/// A step by which a new phone or browser signs in.
package enum SignInStep: String, Sendable, Codable, CaseIterable {
    /// The first owner claims the home.
    case claim
    /// A client opens an invitation.
    case open
    /// A client presents the code of a pairing, or the nonce of an invitation.
    case code
    /// An invitation gives its person a grant.
    case grant
    /// The client gets its session.
    case paired
    /// The person sets a PIN at the client.
    case setPIN
}

extension AuditEntry {
    /// The step of a sign-in that the entry records; nil for a refusal, a failure, and all other acts.
    package var signInStep: SignInStep? {
        guard success, metadata["failure"] == nil else { return nil }
        switch (event, metadata["act"]) {
        case (.policyChange, "claim"): return .claim
        case (.pairingRequest, "open"): return .open
        case (.pairingRequest, "code"): return .code
        case (.grantCreate, _) where actor == "gateway" && metadata["invitation"] != nil: return .grant
        case (.pairingSuccess, "paired"): return .paired
        case (.policyChange, "setPIN") where client != nil && actor == concerned: return .setPIN
        default: return nil
        }
    }
}

extension Act {
    /// The steps of a sign-in that belong to the act besides its main entry, oldest first.
    package var steps: [SignInStep] { records.filter { $0 != main }.compactMap(\.entry.signInStep) }
}
