import Foundation
import HomeModel
import ProofOfPossession
import Testing

@testable import GatewayCore

/// An attacker between an invited client and the gateway, who reads and replaces every message, and who tries keys and
/// nonces to make both sides show the same digits.
///
/// The people of these tests compare only the last digit, so that chance alone gives the attacker a measurable tenth.
@Suite struct InvitationInTheMiddleTests {
    /// The key of the attacker's own endpoint, which the victim sees instead of the gateway's.
    private static let foreignKey = String(repeating: "ba", count: 32)

    /// The attacker's work after both sides have shown their nonces: nonces and keys with which the last digit of the
    /// gateway would equal that of the victim.
    private func matches(
        _ wanted: String, sent: SentInvitation, gateway: PairingNonce
    ) throws -> [InvitedClient] {
        try (0..<200).map { _ in InvitedClient(key: try .random()) }
            .filter { $0.digits(sent, gateway: gateway).last == wanted.last }
    }

    @Test(arguments: [true, false])
    func attackerWhoTriesKeysMatchesTheDigitsNotMoreOftenThanChance(startsWithTheVictim: Bool) async throws {
        let sessions = 40
        try await withCore { home in
            let console = try #require(CoreHome.console)
            var (equal, triedMatches) = (0, 0)
            for _ in 0..<sessions {
                let sent = try await home.invite(.approval)
                let (victim, attacker) = (InvitedClient(key: try .random()), InvitedClient(key: try .random()))
                // The attacker may ask first one side and then the other for its nonce.
                let shownToVictim = PairingNonce.random()
                var victimDigits = ""
                if startsWithTheVictim {
                    victimDigits = victim.digits(sent, gateway: shownToVictim, gatewayKey: Self.foreignKey)
                }
                let nonce = try await attacker.commit(sent, to: home.invitations)
                if !startsWithTheVictim {
                    // Now the attacker knows the gateway's nonce, and not yet the victim's, when choosing a nonce.
                    victimDigits = victim.digits(sent, gateway: nonce, gatewayKey: Self.foreignKey)
                }
                for other in try matches(victimDigits, sent: sent, gateway: nonce) {
                    triedMatches += 1
                    // Neither another nonce, nor another key, nor a second commitment is accepted.
                    #expect(
                        await isRefused { () async throws(ActionRefusal) in
                            try await home.invitations.reveal(
                                sent.invitation.id, nonce: other.nonce.text, key: attacker.key,
                                gatewayKey: InvitedClient.gatewayKey)
                        })
                    guard triedMatches % 10 == 0 else { continue }
                    #expect(
                        await isRefused { () async throws(ActionRefusal) in
                            try await other.reveal(sent, to: home.invitations)
                        })
                    #expect(
                        await isRefused { () async throws(ActionRefusal) in
                            _ = try await other.commit(sent, to: home.invitations)
                        })
                }
                try await attacker.reveal(sent, to: home.invitations)
                let shown = try #require(
                    try await home.invitations.list(as: console).first { $0.id == sent.invitation.id }?.use?.digits)
                if shown.last == victimDigits.last { equal += 1 }
                try await home.invitations.revoke(sent.invitation.id, as: console)
            }
            // Without the commitment each of these matches would have been a success.
            #expect(triedMatches > sessions * 5)
            // Chance gives 4 of 40; 17 or more have a probability of less than one in ten million.
            #expect(equal < 17, "\(equal) of \(sessions)")
        }
    }

    @Test func attackerWhoReplacesOnlyTheKeyOfTheGatewayChangesTheDigits() async throws {
        try await withCore { home in
            let sent = try await home.invite(.approval)
            let client = InvitedClient(key: "k")
            let nonce = try await client.commit(sent, to: home.invitations)
            #expect(
                client.digits(sent, gateway: nonce) != client.digits(sent, gateway: nonce, gatewayKey: Self.foreignKey))
        }
    }

    @Test func repeatedCommitmentOfTheSameClientGetsTheSameNonce() async throws {
        try await withCore { home in
            let sent = try await home.invite(.approval)
            let client = InvitedClient(key: "k")
            let nonce = try await client.commit(sent, to: home.invitations)
            #expect(try await client.commit(sent, to: home.invitations) == nonce)
            #expect(try await client.commit(sent, to: home.restartedInvitations()) == nonce)
            // The same key with another nonce would be a second try.
            await #expect(throws: ActionRefusal.self) {
                try await InvitedClient(key: "k").commit(sent, to: home.invitations)
            }
        }
    }

    @Test func clientWithoutACommitmentComparesAtLeastSixtyBits() {
        let short = KeyThumbprint.filled("k").short.filter { $0 != " " }
        #expect(short.utf8.count * 6 >= 60)
    }
}
