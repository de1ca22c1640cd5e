import HomeModel

/// When tokens are good no more, on the clock that nobody sets.
package struct CredentialEnds: Sendable {
    let tokens: [TokenID: Duration]
    let clients: [ClientID: Duration]

    /// Whether what this asker showed ends earlier than was thought when they came.
    func shorten(_ identity: Identity) -> Bool {
        let end = identity.token.flatMap { tokens[$0] } ?? identity.client.flatMap { clients[$0] }
        guard let end, let until = identity.until else { return false }
        return end < until
    }
}
