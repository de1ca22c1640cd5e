/// Proof that the sender of a request has a valid session and the key of its client.
package struct AuthenticatedSession: Sendable {
    package let session: SessionID
    package let client: Client
    let stepUps: Set<StepUp>
    /// When the access token expires, on the monotonic clock.
    let until: Duration

    /// Nil unless the token belongs to the session and has not expired, the key is that of the session's client, and
    /// the client is not locked.
    package init?(
        _ session: Session, of client: Client, token: TokenDigest, key: KeyThumbprint, stepUps: [StepUpConfirmation],
        at now: ClockSnapshot
    ) {
        let left = SessionTerms.access - now.elapsed(since: session.renewedAt)
        guard session.client == client.id, session.access == token, client.key == key, !client.isLocked, left > .zero
        else { return nil }
        self.session = session.id
        self.client = client
        until = now.uptime + left
        self.stepUps = Set(stepUps.filter { $0.client == client.id && $0.isFresh(at: now) }.map(\.purpose))
    }

    private init(_ proof: AuthenticatedSession, stepUps: Set<StepUp>) {
        (session, client, until, self.stepUps) = (proof.session, proof.client, proof.until, stepUps)
    }

    /// The same session without any step-up.
    package var withoutStepUps: AuthenticatedSession { AuthenticatedSession(self, stepUps: []) }
}

/// Proof that the sender of a request has a valid service token, and the key if the token is bound to one.
package struct AuthenticatedToken: Sendable {
    let token: ServiceToken
    /// When the token expires, on the monotonic clock.
    let until: Duration

    /// Nil unless `presented` is the digest of the token, `key` is the key that it is bound to, and it has not expired.
    /// `end` and `uptime` are times of the monotonic clock.
    package init?(
        _ token: ServiceToken, presented: TokenDigest, key: KeyThumbprint?, until end: Duration, at uptime: Duration
    ) {
        // This also rejects a token without a key that is presented with one, as if it were bound.
        guard token.digest == presented, uptime < end, token.key == key else { return nil }
        self.token = token
        until = end
    }
}
