import GatewayWire
import HomeModel
import ProofOfPossession
import TomteClient

/// Pairs this terminal by the link of an invitation.
struct InvitedTerminal {
    let link: InvitationLink
    let key: DPoPKey
    let clientName: String
    /// The number of the invitation, if it was given as an option.
    let number: String?

    func pair(_ client: CLIClient) async throws(CLIError) -> SessionBody {
        let opened = try await client.open(link.id, secret: InvitationSecretBody(secret: link.secret)).body()
        let inviter = opened.inviter.map { "\(EscapedText($0)) invites you to" } ?? "You are invited to"
        Console.output.line("\(inviter) \(opened.home, .strong), as \(opened.person, .strong).")
        switch opened.admission {
        case .number: return try await present(client)
        case .approval: return try await compare(client)
        }
    }

    private func present(_ client: CLIClient) async throws(CLIError) -> SessionBody {
        guard
            let number = number
                ?? Console.output.prompt(to: "The six digits from the person who invites you:")
        else {
            throw .usage("This invitation has a number of six digits; give it with --number.")
        }
        return try await client.present(
            link.id, number: InvitationNumberBody(secret: link.secret, number: number, clientName: clientName)
        ).body()
    }

    /// Commits to a nonce before the gateway shows its own, and shows the digits that follow from both.
    private func compare(_ client: CLIClient) async throws(CLIError) -> SessionBody {
        let nonce = PairingNonce.random()
        let commitment = PairingComparison.commitment(to: nonce, key: key.thumbprint)
        let answer = try await client.commit(
            link.id,
            commitment: CommitmentBody(secret: link.secret, commitment: commitment, clientName: clientName)
        ).body()
        guard let gatewayNonce = PairingNonce(answer.nonce) else {
            throw .invalid("The gateway's answer has no valid nonce. Ask for a new invitation.")
        }
        try await client.reveal(link.id, nonce: PairingNonceBody(nonce: nonce.text))
        let digits = PairingComparison.digits(
            invitation: link.id, client: nonce, gateway: gatewayNonce, key: key.thumbprint,
            gatewayKey: link.publicKeyFingerprint)
        Console.output.line("Tell the person who invited you these six digits; they must see the same:")
        Console.output.line("  \(digits, .strong)")
        while true {
            if let session = try await client.session(of: link.id) { return session }
            try? await Task.sleep(for: .milliseconds(500))
        }
    }
}

extension InvitationLink {
    /// Throws when the link cannot be used or its invitation has expired.
    func check(now: Timestamp) throws(CLIError) {
        guard (1...65_535).contains(port), publicKeyFingerprint.utf8.count == 64 else {
            throw .invalid("The link has no valid port and fingerprint of a gateway; ask for a new link.")
        }
        if let expiresAt, expiresAt <= now { throw .invalid("The invitation has expired; ask for a new one.") }
    }
}
