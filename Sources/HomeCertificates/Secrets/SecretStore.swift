package import Crypto
import Foundation
package import HomeModel

/// Stores each secret as an AES-256-GCM file in a 0700 folder. The name is authenticated with the content, so that
/// files cannot be swapped.
package struct SecretStore: Sendable {
    /// The name of the systemd credential that seals the secrets, if it is present, instead of the key file.
    package static let credentialName = "tomte-sealing-key"

    private static let header = Array("tomte-secret-1\n".utf8)
    private let folder: PrivateFolder
    private let key: SymmetricKey

    /// - Parameter credentials: systemd's credentials directory (`$CREDENTIALS_DIRECTORY`), if there is one.
    package static func open(folder path: String, credentials: String?) throws(CertificateError) -> SecretStore {
        do throws(PrivateFileError) {
            let folder = try PrivateFolder(path: path)
            try folder.removeUnfinished()
            return SecretStore(folder: folder, key: try sealingKey(in: folder, credentials: credentials))
        } catch {
            throw .file(error)
        }
    }

    /// The secret; nil if none has this name. Throws `.secretDamaged` if the file was changed or sealed with another
    /// key.
    package func read(_ name: String) throws(CertificateError) -> Secret? {
        try check(name)
        guard let file = try mappingFileErrors({ () throws(PrivateFileError) in try folder.read("\(name).sealed") })
        else {
            return nil
        }
        guard file.starts(with: Self.header),
            let box = try? AES.GCM.SealedBox(combined: file.dropFirst(Self.header.count)),
            let plain = try? AES.GCM.open(box, using: key, authenticating: Array(name.utf8))
        else { throw .secretDamaged(name: name) }
        return Secret(plain)
    }

    /// The names of the stored secrets that begin so, in their order.
    package func names(withPrefix prefix: String) throws(CertificateError) -> [String] {
        let files = try mappingFileErrors { () throws(PrivateFileError) in try folder.names() }
        return files.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".sealed") }.map { String($0.dropLast(7)) }.sorted()
    }

    package func write(_ secret: Secret, as name: String) throws(CertificateError) {
        try check(name)
        let sealed = try seal(secret, as: name)
        try mappingFileErrors { () throws(PrivateFileError) in try folder.write(sealed, to: "\(name).sealed") }
    }

    /// The secret with this name; if there is none, stores and returns the result of `make`. If several processes call
    /// it at once, all of them get the same secret.
    package func readOrCreate(_ name: String, make: () -> Secret) throws(CertificateError) -> Secret {
        if let existing = try read(name) { return existing }
        let sealed = try seal(make(), as: name)
        _ = try mappingFileErrors { () throws(PrivateFileError) in
            try folder.createOrRead("\(name).sealed", bytes: sealed)
        }
        guard let stored = try read(name) else { throw .secretDamaged(name: name) }
        return stored
    }

    /// The same for an AES-256 key, which is random.
    package func readOrCreateKey(_ name: String) throws(CertificateError) -> SymmetricKey {
        let fresh = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        return SymmetricKey(data: try readOrCreate(name) { Secret(fresh) }.exposed())
    }

    package func remove(_ name: String) throws(CertificateError) {
        try check(name)
        try mappingFileErrors { () throws(PrivateFileError) in try folder.remove("\(name).sealed") }
    }

    private func seal(_ secret: Secret, as name: String) throws(CertificateError) -> [UInt8] {
        guard let box = try? AES.GCM.seal(secret.exposed(), using: key, authenticating: Array(name.utf8)),
            let combined = box.combined
        else { throw .secretNotEncrypted(name: name) }
        return Self.header + combined
    }

    private func check(_ name: String) throws(CertificateError) {
        let allowed = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        guard allowed, (1...64).contains(name.utf8.count) else { throw .badSecretName }
    }

    private static func sealingKey(
        in folder: PrivateFolder, credentials: String?
    ) throws(PrivateFileError) -> SymmetricKey {
        if let credentials, let key = try credential(in: credentials) { return key }
        let fresh = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        return derive(from: try folder.createOrRead("sealing.key", bytes: fresh))
    }

    private static func credential(in directory: String) throws(PrivateFileError) -> SymmetricKey? {
        let path = "\(directory)/\(credentialName)"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let material = FileManager.default.contents(atPath: path), material.count >= 32 else {
            throw .failed(operation: "use", path: path, reason: "a sealing key has at least 32 bytes")
        }
        return derive(from: Array(material))
    }

    private static func derive(from material: [UInt8]) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: material), info: Array("tomte secret store".utf8), outputByteCount: 32)
    }

    private init(folder: PrivateFolder, key: SymmetricKey) {
        self.folder = folder
        self.key = key
    }
}
