import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MosquittoBroker
import Synchronization
import Testing

@testable import GatewayApp

/// The steps of a rotation at a real broker.
struct HomeKeyRotatorTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// The certificates have changed and the broker has not read them, as after a restart of the broker that failed. The
    /// step may be repeated until the broker has.
    @Test func stepIsRepeatedUntilItIsInForce() async throws {
        try await ProvisioningHome.with { home in
            let rotator = HomeKeyRotator(
                home.certificates, clock: .system(trustsUnsynchronised: true), broker: home.broker,
                logger: Self.logger)
            await #expect(throws: KeyRotationFailure.notRunning) { try await rotator.finish() }
            #expect(try await home.certificates.beginRotation(now: Date()))
            #expect(try await home.certificates.finishRotation(now: Date()))
            // Writes the files, and starts nothing.
            _ = try Broker(
                settings: home.settings, identity: try await home.certificates.brokerIdentity(),
                access: BrokerAccessRules(), logger: Self.logger)
            #expect(await home.broker.hasUnreadRoots)
            let before = await home.broker.health.pid
            try await rotator.finish()
            #expect(await !home.broker.hasUnreadRoots)
            #expect(await home.broker.health.pid != before)
            await #expect(throws: KeyRotationFailure.notRunning) { try await rotator.finish() }
        }
    }

    private struct Gone: Error {}

    /// The files of the broker cannot be written.
    @Test func rotationRunsUntilTheBrokerHasItsEnd() async throws {
        try await ProvisioningHome.with { home in
            let isGone = Mutex(false)
            let rotator = HomeKeyRotator(
                home.certificates, clock: .system(trustsUnsynchronised: true),
                enforce: { guard !isGone.withLock(\.self) else { throw Gone() } }, hasUnreadRoots: { false },
                logger: Self.logger)
            try await rotator.begin()
            await #expect(throws: KeyRotationFailure.running) { try await rotator.begin() }
            let begun = try #require(try await rotator.rotation())
            isGone.withLock { $0 = true }
            for _ in 1...2 {
                await #expect(throws: KeyRotationFailure.self) { try await rotator.finish() }
                let ended = try #require(try await rotator.rotation())
                #expect(ended.id == begun.id && ended.overlap.endsAt < begun.overlap.endsAt)
            }
            isGone.withLock { $0 = false }
            try await rotator.finish()
            #expect(try await rotator.rotation() == nil)
        }
    }

    @Test func failureNamesNoFolder() async throws {
        try await ProvisioningHome.with { home in
            let rotator = HomeKeyRotator(
                home.certificates, clock: .system(trustsUnsynchronised: true),
                enforce: {
                    let path = "/srv/home/secrets/root-exchange.sealed"
                    throw CertificateError.file(.failed(operation: "remove", path: path, reason: "No space left"))
                }, hasUnreadRoots: { false }, logger: Self.logger)
            await #expect(throws: KeyRotationFailure.failed("Could not remove root-exchange.sealed: No space left.")) {
                try await rotator.begin()
            }
        }
    }
}
