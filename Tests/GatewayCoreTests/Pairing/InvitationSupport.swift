import Foundation
import HomeModel
import HomeStore
import ProofOfPossession

@testable import GatewayCore

extension CoreHome {
    var invitations: InvitationService { residents.invitations }

    /// A guest, who is added if there is none, with an invitation.
    func invite(
        _ admission: Invitation.Admission, lifetime: Duration = .days(7), grants: [Grant] = [], name: String = "Kim",
        as identity: Identity? = nil
    ) async throws -> SentInvitation {
        guard let asker = identity ?? Self.console else { throw Missing() }
        let known = await people.allPeople.first { $0.name.text == name }
        return try await invitations.invite(
            InvitationDraft(
                invitee: known.map { .existing($0.id) } ?? .new(name: name, role: .guest), lifetime: lifetime,
                admission: admission, grants: grants),
            as: asker)
    }

    /// The service that the next start of the gateway makes from the same stores. The sessions stay in memory.
    func restartedInvitations(clock: HomeClock? = nil) async throws -> InvitationService {
        try await restartedInvitations(clock: clock, pairing: pairing)
    }

    /// The same, with the sessions from the disk too.
    func restartedInvitationsAndSessions() async throws -> (InvitationService, SessionRegistry) {
        let registry = SessionRegistry(
            try await database.sessions.load(), in: database.sessions, people: people, clock: clock)
        let pairing = PairingService(
            pendingPairings: self.pairing.pendingPairings, sessions: registry, people: people, service: peopleService,
            feed: feed, actions: actions)
        return (try await restartedInvitations(pairing: pairing), registry)
    }

    private func restartedInvitations(
        clock: HomeClock? = nil, pairing: PairingService
    ) async throws -> InvitationService {
        let registry = InvitationRegistry(
            try await database.invitations.load(), removing: [], in: database.invitations, clock: clock ?? self.clock)
        return InvitationService(invitations: registry, pairing: pairing, grants: grants)
    }
}

/// The client of an invited person.
struct InvitedClient: Sendable {
    let key: KeyThumbprint
    let nonce = PairingNonce.random()
    var name = "Phone"
    var source = "1.2.3.4"

    init(key: Character) { self.key = .filled(key) }

    init(key: KeyThumbprint) { self.key = key }

    var commitment: String { PairingComparison.commitment(to: nonce, key: key) }

    func commit(_ sent: SentInvitation, to service: InvitationService) async throws(ActionRefusal) -> PairingNonce {
        try await service.commit(
            sent.invitation.id, secret: sent.secret.exposedText, to: commitment, key: key, clientName: name,
            from: source)
    }

    func reveal(_ sent: SentInvitation, to service: InvitationService) async throws(ActionRefusal) {
        try await service.reveal(sent.invitation.id, nonce: nonce.text, key: key, gatewayKey: Self.gatewayKey)
    }

    func present(
        _ sent: SentInvitation, number: String, to service: InvitationService
    ) async throws(ActionRefusal) -> IssuedTokens {
        try await service.admit(
            sent.invitation.id, secret: sent.secret.exposedText, number: number, key: key, clientName: name,
            from: source)
    }

    func digits(_ sent: SentInvitation, gateway: PairingNonce, gatewayKey: String = gatewayKey) -> String {
        PairingComparison.digits(
            invitation: sent.invitation.id, client: nonce, gateway: gateway, key: key, gatewayKey: gatewayKey)
    }

    static let gatewayKey = String(repeating: "c3", count: 32)
}

extension SentInvitation {
    /// A number of six digits that is not that of the invitation.
    func otherNumber(_ step: Int = 1) -> String {
        let right = number.flatMap { Int($0.exposedText) } ?? 0
        let text = String((right + step) % 1_000_000)
        return String(repeating: "0", count: 6 - text.count) + text
    }
}

extension KeyThumbprint {
    /// A random thumbprint, of no known key.
    static func random() throws -> KeyThumbprint {
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        guard let thumbprint = KeyThumbprint(Data(bytes).base64URL) else { throw CoreHome.Missing() }
        return thumbprint
    }
}

/// Whether `body` is refused.
func isRefused(_ body: () async throws(ActionRefusal) -> Void) async -> Bool {
    do throws(ActionRefusal) {
        try await body()
        return false
    } catch {
        return true
    }
}
