import Foundation
import HomeModel
import Testing

@testable import GatewayCore

/// Which clients are asked to install the new certificate.
@Suite(.timeLimit(.minutes(10))) struct NewWebRootTests {
    /// A rotation that has ended.
    private struct EndedRotation: KeyRotator {
        let beganAt: Timestamp
        let endedAt: Timestamp

        func rotation() async throws(KeyRotationFailure) -> KeyRotation? { nil }
        func lastRotation() async -> KeyRotationOverlap? {
            KeyRotationOverlap(beganAt: beganAt, endedAt: endedAt)
        }
        func credentials() async throws(KeyRotationFailure) -> [RotatedCredential] { [] }
        func begin() async throws(KeyRotationFailure) {}
        func finish() async throws(KeyRotationFailure) {}
    }

    private func keys(of home: CoreHome, rotator: any KeyRotator) -> KeyRotationService {
        KeyRotationService(
            rotator: rotator, registry: home.registry, sessions: home.sessions, pairings: { [] },
            rotatePairings: { _ in }, actions: home.actions)
    }

    @Test func onlyClientsFromBeforeTheEndAreAsked() async throws {
        try await withCore { home in
            let phone = try await home.pair("Kim", role: .member)
            let console = try #require(CoreHome.console)
            let kim = try await home.identity(phone)
            let began = phone.client.pairedAt - .days(1)
            let later = keys(
                of: home, rotator: EndedRotation(beganAt: began, endedAt: phone.client.pairedAt + .hours(1)))
            #expect(await later.newWebRoot(for: kim) == began)
            #expect(await later.newWebRoot(for: console) == nil)
            let earlier = keys(
                of: home, rotator: EndedRotation(beganAt: began, endedAt: phone.client.pairedAt - .hours(1)))
            #expect(await earlier.newWebRoot(for: kim) == nil)
            #expect(await keys(of: home, rotator: UnmanagedKeys()).newWebRoot(for: kim) == nil)
        }
    }
}
