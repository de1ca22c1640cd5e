import Foundation
import HomeCertificates
import Testing

@Suite struct RenewalTests {
    @Test(arguments: [(-1.0, false), (1.0, true), (31.0, true)])
    func leafCertificatesAreRenewedBeforeTheyExpire(days: Double, isDue: Bool) async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let time = home.renewal.days(days)
            let renewed = try await certificates.renewIfDue(now: time)
            #expect(renewed == (isDue ? ["broker", "api", "tomte-telemetry", "tomte-control"] : []))
            #expect(try await certificates.renewIfDue(now: time).isEmpty)
        }
    }

    @Test func renewedCertificateKeepsItsKey() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let before = try await certificates.brokerIdentity()
            _ = try await certificates.renewIfDue(now: home.renewal.days(5))
            let after = try await certificates.brokerIdentity()
            #expect(before.certificatePEM != after.certificatePEM)
            #expect(before.privateKeyPEM == after.privateKeyPEM)
        }
    }

    @Test func newAddressRenewsTheBrokerCertificateOnly() async throws {
        try await CertificateHome.with { home in
            let first = try await home.open()
            let controlCertificate = try String(
                contentsOfFile: first.connectionFiles(.control).certificatePath, encoding: .utf8)
            let before = try await first.brokerIdentity().certificatePEM
            let moved = try await home.open(addresses: ["192.168.7.99"])
            #expect(try await moved.brokerIdentity().certificatePEM != before)
            #expect(
                try String(contentsOfFile: moved.connectionFiles(.control).certificatePath, encoding: .utf8)
                    == controlCertificate)
            #expect(moved.webRootPEM == first.webRootPEM)
        }
    }

    @Test func certificateThatIsNotYetValidIsRenewed() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            _ = try await certificates.renewIfDue(now: home.now.days(1000))
            #expect(try await certificates.renewIfDue(now: home.now.days(10)).count == 4)
        }
    }

    @Test func statesBeginWithTheCertificateThatExpiresFirst() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            _ = try await certificates.issueDevice(id: CredentialID("hall-lamp"), now: home.now)
            _ = try await certificates.renewIfDue(now: home.renewal.days(5))
            let states = try await certificates.states(now: home.renewal.days(5))
            #expect(states.first?.name == "device hall-lamp")
            #expect(states.first?.daysLeft == Int(CertificateLifetime.renewal / CertificateLifetime.days(1)) - 5)
            #expect(
                Set(states.map(\.name)) == [
                    "device hall-lamp", "broker", "api", "tomte-telemetry", "tomte-control", "device root", "web root",
                ])
            let broker = try #require(states.first { $0.name == "broker" })
            let expired = try await certificates.states(now: broker.notAfter.days(35)).first { $0.name == "broker" }
            #expect(expired?.daysLeft == -35)
        }
    }
}
