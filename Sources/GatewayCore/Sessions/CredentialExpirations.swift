import HomeModel

/// The ends of tokens on the monotonic clock.
package struct CredentialExpirations: Sendable {
    let tokens: [TokenID: Duration]
    let clients: [ClientID: Duration]

    /// Whether the credential of this asker ends earlier than was assumed when the asker was let in.
    func shorten(_ identity: Identity) -> Bool {
        let end = identity.token.flatMap { tokens[$0] } ?? identity.client.flatMap { clients[$0] }
        guard let end, let until = identity.until else { return false }
        return end < until
    }
}
