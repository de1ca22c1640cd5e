import Foundation
import HomeCertificates
import Testing

@Suite struct RenewalTests {
    @Test(arguments: [(334.0, false), (336.0, true), (366.0, true)])
    func leafCertificatesAreRenewedWhenThirtyDaysAreLeft(days: Double, isDue: Bool) async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let renewed = try await certificates.renewIfDue(now: home.now.days(days))
            #expect(renewed == (isDue ? ["broker", "api", "tomte-telemetry", "tomte-control"] : []))
            #expect(try await certificates.renewIfDue(now: home.now.days(days)).isEmpty)
        }
    }

    @Test func renewedCertificateKeepsItsKey() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let before = try await certificates.brokerIdentity()
            _ = try await certificates.renewIfDue(now: home.now.days(340))
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
            _ = try await certificates.renewIfDue(now: home.now.days(340))
            let states = try await certificates.states(now: home.now.days(340))
            #expect(states.first?.name == "device hall-lamp")
            #expect(states.first?.daysLeft == 25)
            #expect(
                Set(states.map(\.name)) == [
                    "device hall-lamp", "broker", "api", "tomte-telemetry", "tomte-control", "device root", "web root",
                ])
            let expired = try await certificates.states(now: home.now.days(740)).first { $0.name == "broker" }
            #expect(expired?.daysLeft == -35)
        }
    }
}
