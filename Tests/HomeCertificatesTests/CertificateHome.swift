import Foundation
import HomeCertificates
import Subprocess

/// A temporary folder with the certificates of one home. It is removed at the end of the test.
struct CertificateHome {
    let folder: String
    let now: Date

    @discardableResult
    static func with<Value>(
        now: Date = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)),
        _ body: (CertificateHome) async throws -> Value
    ) async throws -> Value {
        let folder = "/tmp/tc-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await body(CertificateHome(folder: folder, now: now))
    }

    /// When the leaf certificates that are issued now become due for renewal.
    var renewal: Date { now.addingTimeInterval(CertificateLifetime.leaf - CertificateLifetime.renewal) }

    func store(credentials: String? = nil) throws -> SecretStore {
        try SecretStore.open(folder: "\(folder)/secrets", credentials: credentials)
    }

    func open(
        homeName: String = "tomte.local", addresses: [String] = ["192.168.7.20", "fd00::7"], at time: Date? = nil
    ) async throws -> HomeCertificates {
        try await HomeCertificates.open(
            folder: "\(folder)/certificates", secrets: store(), homeName: homeName, addresses: addresses,
            now: time ?? now)
    }

    func write(_ text: String, as name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        return (attributes[.posixPermissions] as? Int) ?? 0
    }
}

/// The output of an `openssl` command and whether the command succeeded.
struct OpenSSL {
    let succeeded: Bool
    let text: String

    init(_ arguments: String...) async throws {
        let result = try await run(
            .name("openssl"), arguments: Arguments(arguments), output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20))
        succeeded = result.terminationStatus.isSuccess
        text = result.standardOutput + result.standardError
    }
}

extension Date {
    func days(_ count: Double) -> Date { addingTimeInterval(CertificateLifetime.days(count)) }
}
