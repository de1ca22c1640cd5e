import Crypto
import Foundation
import Testing

@testable import HomeCertificates

@Suite struct CertificateProblemTests {
    /// The problems after the file `from` was copied over the file `to`, or without `from` after `to` was deleted.
    private func problems(copying from: String?, to: String) async throws -> [CertificateProblem] {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let target = URL(fileURLWithPath: "\(home.folder)/\(to)")
            if let from {
                try Data(contentsOf: URL(fileURLWithPath: "\(home.folder)/\(from)")).write(to: target)
            } else {
                try FileManager.default.removeItem(at: target)
            }
            return await certificates.problems()
        }
    }

    @Test func freshCertificatesHaveNoProblem() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            #expect(await certificates.problems() == [])
        }
    }

    @Test(
        arguments: [
            ("certificates/broker.pem", "certificates/api.pem", .otherKey(name: "api")),
            ("certificates/device-root.pem", "certificates/web-root.pem", .otherRoot(name: "web root")),
            ("certificates/tomte-control.key", "certificates/tomte-telemetry.key", .otherKey(name: "tomte-telemetry")),
            (nil, "certificates/api.pem", .unreadable(name: "api")),
            (nil, "secrets/broker-key.sealed", .otherKey(name: "broker")),
            (nil, "certificates/device-root.pem", .otherRoot(name: "device root")),
        ] as [(String?, String, CertificateProblem)])
    func changedFileIsReported(from: String?, to: String, problem: CertificateProblem) async throws {
        #expect(try await problems(copying: from, to: to) == [problem])
    }

    /// Clients that trust the root refuse the gateway under a name that the root does not permit.
    @Test func otherHostNameThanThatOfTheFirstStartIsReported() async throws {
        try await CertificateHome.with { home in
            _ = try await home.open()
            let renamed = try await home.open(homeName: "house.local")
            #expect(await renamed.problems() == [.otherHostName("house.local", permitted: "tomte.local")])
            #expect(try await home.open().problems() == [])
        }
    }

    @Test func certificateOfAnotherRootIsReported() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let key = try #require(try await certificates.secrets.read("api-key"))
            let foreign = try certificates.deviceRoot.issue(
                commonName: "api", profile: .client, key: signingKey(key).publicKey, now: home.now)
            _ = try home.write(foreign.pem, as: "certificates/api.pem")
            #expect(await certificates.problems() == [.otherIssuer(name: "api")])
        }
    }
}
