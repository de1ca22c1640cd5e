import Foundation
import GatewayWire
import Glibc
import TestSupport
import Testing

/// The health checks find files that do not belong in a state folder, and wrong permissions, whether the gateway runs or
/// not. They know all files of a home that is in use.
@Suite(.timeLimit(.minutes(15))) struct FileIntegrityStory {
    private struct Findings: Decodable { let findings: [FindingBody] }

    @Test func foreignFilesAndOpenPermissionsAreReportedAndOwnFilesAreNot() async throws {
        try await withHome { home in
            try await withDevices(of: .lamp, in: home) { _ in
                try await home.adopt(.lamp)
                #expect(try await home.tomte("devices", "provision", "plug", "--dialect", "shelly").status == 0)
            }
            #expect(try await Self.codes(home) == [])
            await home.killGateway()
            try await home.startGateway()
            #expect(try await Self.codes(home) == [])

            try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: "\(home.state)/notes.sh"))
            chmod("\(home.state)/notes.sh", 0o700)
            chmod("\(home.state)/secrets/sealing.key", 0o644)
            symlink("/etc/passwd", "\(home.state)/audit/lock.segment")
            let expected: Set = ["files.unknown", "files.executable", "files.tooOpen", "files.link"]
            // The command checks everything again: no result before counts.
            #expect(try await Self.codes(home) == expected)
            #expect(try await home.tomte("doctor").status == 6)
            await home.stopGateway()
            #expect(try await Self.codes(home) == expected)
        }
    }

    @Test func doctorVerifiesTheAuditLogAndHealthDoesNot() async throws {
        try await withHome { home in
            let folder = "\(home.state)/audit"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            let segment = try #require(names.first { $0.hasPrefix("security") && $0.hasSuffix(".segment") })
            #expect(try await !home.findings().contains("audit.altered"))
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: "\(folder)/\(segment)"))
            try file.seek(toOffset: 64)
            let byte = try #require(try file.read(upToCount: 1)?.first)
            try file.seek(toOffset: 64)
            try file.write(contentsOf: [byte ^ 1])
            try file.close()
            #expect(try await !home.findings().contains("audit.altered"))
            let found = try await home.tomte("doctor", "--json")
            #expect(try found.json(Findings.self).findings.contains { $0.code == "audit.altered" })
            #expect(found.status == 6)
            // Then it is known to the health too.
            #expect(try await home.findings().contains("audit.altered"))
        }
    }

    @Test func changedCertificateIsReported() async throws {
        try await withHome { home in
            let folder = "\(home.state)/certificates"
            let other = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/broker.pem"))
            try other.write(to: URL(fileURLWithPath: "\(folder)/api.pem"))
            #expect(try await home.findings().contains("certificates.mismatch"))
            await home.stopGateway()
            try await home.startGateway()
            #expect(try await !home.findings().contains("certificates.mismatch"))
        }
    }

    /// The codes of the findings about files.
    private static func codes(_ home: HomeUnderTest) async throws -> Set<String> {
        let findings = try await home.tomte("doctor", "--json").json(Findings.self).findings
        return Set(findings.map(\.code).filter { $0.hasPrefix("files.") })
    }
}
