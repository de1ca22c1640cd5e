import Foundation
import GatewayCore
import HomeModel
import MatterProtocol
import StorageFixtures
import Testing

@testable import MatterLink

@Suite struct MakerStoreTests {
    private let maker: AttestationAuthority
    private let other: AttestationAuthority

    init() throws {
        maker = try AttestationAuthority(vendorID: 0x1234, name: "Acme")
        other = try AttestationAuthority(vendorID: 0x2345, name: "Other")
    }

    private func pem(_ bytes: [UInt8]) -> String {
        let digits = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(digits)\n-----END CERTIFICATE-----\n"
    }

    /// Writes the list that comes with the program, and returns its path.
    private func list(_ text: String, in folder: String) throws -> String {
        let path = "\(folder)/installed.pem"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func addedMakerIsTrustedAtOnceAndAfterARestart() async throws {
        try await withFolder { folder in
            let list = try list("# Date: 2026-02-17\n\(pem(other.authority))", in: folder)
            var store = try MakerStore(installed: list, folder: "\(folder)/makers")
            #expect(store.trust.authorities.map(\.certificate.bytes) == [other.authority])
            let added = try store.add(pem(maker.authority))
            #expect(added.subject.contains("Acme PAA") && added.vendorID == 0x1234 && added.isAdded)
            #expect(added.fingerprint.hasPrefix(added.id.rawValue) && added.role == .authority)
            #expect(store.trust.authorities.count == 2)
            let again = try MakerStore(installed: list, folder: "\(folder)/makers")
            #expect(again.makers == store.makers && again.trust.authorities.count == 2)
            #expect(again.makers.listDate == LocalDate("2026-02-17") && again.makers.damage.isEmpty)
        }
    }

    @Test func removedMakerIsNotTrustedAnyMore() async throws {
        try await withFolder { folder in
            var store = try MakerStore(installed: nil, folder: "\(folder)/makers")
            let added = try store.add(pem(maker.authority))
            try store.remove(added.id)
            #expect(store.trust.authorities.isEmpty && store.makers.all.isEmpty)
            #expect(try MakerStore(installed: nil, folder: "\(folder)/makers").makers.all.isEmpty)
            #expect(throws: DeviceMakerFailure.notFound) { try store.remove(added.id) }
        }
    }

    @Test func installedMakerIsNeitherAddedNorRemoved() async throws {
        try await withFolder { folder in
            let list = try list(pem(maker.authority), in: folder)
            var store = try MakerStore(installed: list, folder: "\(folder)/makers")
            let installed = try #require(store.makers.all.first)
            #expect(!installed.isAdded && store.makers.listDate == nil)
            let addition = #expect(throws: DeviceMakerFailure.self) { try store.add(pem(maker.authority)) }
            let removal = #expect(throws: DeviceMakerFailure.self) { try store.remove(installed.id) }
            guard case .known = addition, case .known = removal else {
                return #expect(Bool(false), "\(String(describing: addition)), \(String(describing: removal))")
            }
        }
    }

    @Test func onlyOneAuthorityIsAddedAtATime() async throws {
        try await withFolder { folder in
            var store = try MakerStore(installed: nil, folder: "\(folder)/makers")
            let texts = [
                "", "no certificate", pem(maker.authority) + pem(other.authority), pem(maker.intermediate),
                "-----BEGIN CERTIFICATE-----\n", pem(Array(maker.authority.dropLast())),
                String(repeating: "a", count: AttestationCertificateList.maximumBytes + 1),
            ]
            for text in texts {
                let failure = #expect(throws: DeviceMakerFailure.self) { try store.add(text) }
                guard case .malformed = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
            }
            #expect(store.makers.all.isEmpty)
        }
    }

    @Test func damagedFilesAreReportedAndLeftOut() async throws {
        try await withFolder { folder in
            let list = try list(
                "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n\(pem(other.authority))", in: folder)
            var store = try MakerStore(installed: list, folder: "\(folder)/makers")
            let added = try store.add(pem(maker.authority))
            let file = URL(fileURLWithPath: "\(folder)/makers/\(added.id).pem")
            try FileManager.default.copyItem(at: file, to: file.deletingLastPathComponent().appending(path: "copy.pem"))
            try Data([0, 1, 2, 255]).write(to: file)
            let again = try MakerStore(installed: list, folder: "\(folder)/makers")
            #expect(again.makers.all.map(\.subject).allSatisfy { $0.contains("Other") })
            #expect(again.makers.damage.count == 3)
            #expect(again.makers.damage.contains { $0.contains("line 1") })
            #expect(again.makers.damage.contains { $0.contains("must have the name \(added.id).pem") })
        }
    }

    @Test func missingListIsNoError() async throws {
        try await withFolder { folder in
            let store = try MakerStore(installed: "\(folder)/missing.pem", folder: "\(folder)/makers")
            #expect(store.makers.all.isEmpty && store.makers.listDate == nil && store.makers.damage.isEmpty)
        }
    }
}
