import Foundation
import HomeCertificates
import HomeModel
import Testing

@Suite struct SecretStoreTests {
    @Test func secretIsReadByAnotherStoreOfTheSameFolder() async throws {
        try await CertificateHome.with { home in
            try home.store().write(Secret("open sesame"), as: "api-token")
            #expect(try home.store().read("api-token") == Secret("open sesame"))
            #expect(try home.store().read("another") == nil)
            try home.store().remove("api-token")
            #expect(try home.store().read("api-token") == nil)
        }
    }

    @Test func filesArePrivateAndContainNoPlainText() async throws {
        try await CertificateHome.with { home in
            try home.store().write(Secret("open sesame"), as: "api-token")
            #expect(try home.mode("secrets") == 0o700)
            #expect(try home.mode("secrets/api-token.sealed") == 0o600)
            #expect(try home.mode("secrets/sealing.key") == 0o600)
            let file = try Data(contentsOf: URL(filePath: "\(home.folder)/secrets/api-token.sealed"))
            #expect(file.range(of: Data("open sesame".utf8)) == nil)
        }
    }

    @Test func folderThatOthersCanAccessIsMadePrivate() async throws {
        try await CertificateHome.with { home in
            try FileManager.default.createDirectory(
                atPath: "\(home.folder)/secrets", withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o777])
            _ = try home.store()
            #expect(try home.mode("secrets") == 0o700)
        }
    }

    @Test func symbolicLinkInPlaceOfTheFolderIsRefused() async throws {
        try await CertificateHome.with { home in
            try FileManager.default.createSymbolicLink(
                atPath: "\(home.folder)/secrets", withDestinationPath: NSTemporaryDirectory())
            #expect(throws: CertificateError.file(.notAFolder(path: "\(home.folder)/secrets"))) { try home.store() }
        }
    }

    @Test func everyChangedByteIsDetected() async throws {
        try await CertificateHome.with { home in
            try home.store().write(Secret("open sesame"), as: "api-token")
            let url = URL(filePath: "\(home.folder)/secrets/api-token.sealed")
            let good = try Data(contentsOf: url)
            for index in good.indices {
                var bad = good
                bad[index] ^= 1
                try bad.write(to: url)
                #expect(throws: CertificateError.secretDamaged(name: "api-token")) {
                    try home.store().read("api-token")
                }
            }
            try good.prefix(20).write(to: url)
            #expect(throws: CertificateError.secretDamaged(name: "api-token")) { try home.store().read("api-token") }
        }
    }

    @Test func failedEncryptionIsNotReportedAsDamage() {
        let failure = CertificateError.secretNotEncrypted(name: "one")
        #expect("\(failure)" == "The secret 'one' could not be encrypted, so it was not stored.")
        #expect(failure != .secretDamaged(name: "one"))
    }

    @Test func secretsCannotBeSwapped() async throws {
        try await CertificateHome.with { home in
            try home.store().write(Secret("one"), as: "one")
            try home.store().write(Secret("two"), as: "two")
            try FileManager.default.removeItem(atPath: "\(home.folder)/secrets/two.sealed")
            try FileManager.default.copyItem(
                atPath: "\(home.folder)/secrets/one.sealed", toPath: "\(home.folder)/secrets/two.sealed")
            #expect(throws: CertificateError.secretDamaged(name: "two")) { try home.store().read("two") }
        }
    }

    @Test func secretsAreSealedWithTheSystemdCredentialIfPresent() async throws {
        try await CertificateHome.with { home in
            let credential = try home.write(String(repeating: "k", count: 32), as: SecretStore.credentialName)
            let sealed = try home.store(credentials: home.folder)
            try sealed.write(Secret("open sesame"), as: "api-token")
            #expect(!FileManager.default.fileExists(atPath: "\(home.folder)/secrets/sealing.key"))
            #expect(try home.store(credentials: home.folder).read("api-token") == Secret("open sesame"))
            #expect(throws: CertificateError.secretDamaged(name: "api-token")) { try home.store().read("api-token") }
            try "short".write(toFile: credential, atomically: true, encoding: .utf8)
            #expect(throws: CertificateError.self) { try home.store(credentials: home.folder) }
        }
    }

    @Test(arguments: ["", "../up", "a/b", "UPPER", "nul\0", String(repeating: "a", count: 65)])
    func hostileNamesAreRefused(name: String) async throws {
        try await CertificateHome.with { home in
            #expect(throws: CertificateError.badSecretName) { try home.store().write(Secret("x"), as: name) }
            #expect(throws: CertificateError.badSecretName) { try home.store().read(name) }
        }
    }

    @Test func concurrentStoresCreateOneSecret() async throws {
        try await CertificateHome.with { home in
            let found = try await withThrowingTaskGroup(of: Secret.self) { group in
                for index in 0..<16 {
                    group.addTask { try home.store().readOrCreate("shared") { Secret("made by \(index)") } }
                }
                return try await group.reduce(into: [Secret]()) { $0.append($1) }
            }
            #expect(found.count == 16)
            #expect(found.allSatisfy { $0 == found[0] })
        }
    }
}
