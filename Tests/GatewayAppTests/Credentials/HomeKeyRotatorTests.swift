import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MosquittoBroker
import Testing

@testable import GatewayApp

/// The steps of a rotation at a real broker.
struct HomeKeyRotatorTests {
    /// The certificates have changed and the broker has not read them, as after a restart of the broker that failed. The
    /// step may be repeated until the broker has.
    @Test func stepIsRepeatedUntilItIsInForce() async throws {
        try await ProvisioningHome.with { home in
            let rotator = HomeKeyRotator(
                home.certificates, clock: .system(trustsUnsynchronised: true), broker: home.broker)
            await #expect(throws: KeyRotationFailure.notRunning) { try await rotator.finish() }
            #expect(try await home.certificates.beginRotation(now: Date()))
            #expect(try await home.certificates.finishRotation(now: Date()))
            // Writes the files, and starts nothing.
            _ = try Broker(
                settings: home.settings, identity: try await home.certificates.brokerIdentity(),
                access: BrokerAccessRules(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            #expect(await home.broker.hasUnreadRoots)
            let before = await home.broker.health.pid
            try await rotator.finish()
            #expect(await !home.broker.hasUnreadRoots)
            #expect(await home.broker.health.pid != before)
            await #expect(throws: KeyRotationFailure.notRunning) { try await rotator.finish() }
        }
    }
}
