/// Proof that whoever asks holds a live session and the key of its client.
package struct ProvenSession: Sendable {
    package let session: SessionID
    package let client: Client
    let stepUps: Set<StepUp>
    /// When the token is good no more, on the clock that nobody sets.
    let until: Duration

    /// Nil unless the token is the session's, fresh, and the key is that of its client, which is not locked.
    package init?(
        _ session: Session, of client: Client, token: TokenDigest, key: KeyThumbprint, stepUps: [StepUpMark],
        at now: ClockReading
    ) {
        let left = SessionTerms.access - now.elapsed(since: session.renewedAt)
        guard session.client == client.id, session.access == token, client.key == key, !client.isLocked, left > .zero
        else { return nil }
        self.session = session.id
        self.client = client
        until = now.uptime + left
        self.stepUps = Set(stepUps.filter { $0.client == client.id && $0.isFresh(at: now) }.map(\.purpose))
    }

    private init(_ proof: ProvenSession, stepUps: Set<StepUp>) {
        (session, client, until, self.stepUps) = (proof.session, proof.client, proof.until, stepUps)
    }

    /// The same session with nothing confirmed by a PIN.
    package var withoutStepUps: ProvenSession { ProvenSession(self, stepUps: []) }
}

/// Proof that whoever asks holds a service token that is good, and the key where it is bound to one.
package struct ProvenToken: Sendable {
    let token: ServiceToken
    /// When it is good no more, on the clock that nobody sets.
    let until: Duration

    /// `end` and `uptime` are times of the clock that nobody sets.
    package init?(
        _ token: ServiceToken, presented: TokenDigest, key: KeyThumbprint?, until end: Duration, at uptime: Duration
    ) {
        // Also the other way round: a token without a key cannot be shown with any key, as if it were bound.
        guard token.digest == presented, uptime < end, token.key == key else { return nil }
        self.token = token
        until = end
    }
}
