import Foundation
package import HomeCertificates
import HomeModel

/// Stores the pairings with accessories: the keys sealed in the store of secrets, and the databases in a folder. What
/// is saved is on disk when `save` returns.
package struct PairingStore: Sendable {
    private static let prefix = "homekit-"
    private static let largestDatabase = 16 << 20

    private let secrets: SecretStore
    private let folder: PrivateFolder

    /// Creates the folder if it is missing.
    package init(secrets: SecretStore, folder path: String) throws(PrivateFileError) {
        self.secrets = secrets
        folder = try PrivateFolder(path: path)
        try folder.removeUnfinished()
    }

    /// Returns all stored pairings. One that cannot be read is returned without its keys, and its error is passed to
    /// `unreadable`.
    func records(unreadable: (CertificateError) -> Void) throws(CertificateError) -> [PairingRecord] {
        var records: [PairingRecord] = []
        for name in try secrets.names(withPrefix: Self.prefix) {
            do throws(CertificateError) {
                if let record = try record(named: name) { records.append(record) }
            } catch {
                unreadable(error)
                records.append(PairingRecord(unreadable: Self.accessoryID(of: name)))
            }
        }
        return records
    }

    /// Returns nil if there is no pairing with this accessory.
    func record(of accessoryID: String) throws(CertificateError) -> PairingRecord? {
        try record(named: Self.name(of: accessoryID))
    }

    private func record(named name: String) throws(CertificateError) -> PairingRecord? {
        guard let secret = try secrets.read(name) else { return nil }
        guard let record = try? JSONDecoder().decode(PairingRecord.self, from: Data(secret.exposed())) else {
            throw .secretDamaged(name: name)
        }
        return record
    }

    func save(_ record: PairingRecord) throws(CertificateError) {
        let name = Self.name(of: record.accessoryID)
        guard let bytes = try? JSONEncoder().encode(record) else { throw .secretNotEncrypted(name: name) }
        try secrets.write(Secret(bytes), as: name)
    }

    /// Removes the keys first: the other files mean nothing without them.
    func remove(_ accessoryID: String) throws(CertificateError) {
        let name = Self.name(of: accessoryID)
        try secrets.remove(name)
        for file in [Self.memory(name), Self.database(name)] { try? folder.remove(file) }
    }

    /// Returns an empty memory if none is stored, or it cannot be read: the accessory is asked again then.
    func memory(of accessoryID: String) -> AccessoryMemory {
        guard let bytes = try? folder.read(Self.memory(Self.name(of: accessoryID))),
            let memory = try? JSONDecoder().decode(AccessoryMemory.self, from: Data(bytes))
        else { return AccessoryMemory() }
        return memory
    }

    func save(_ memory: AccessoryMemory, of accessoryID: String) throws(PrivateFileError) {
        let name = Self.memory(Self.name(of: accessoryID))
        guard let bytes = try? JSONEncoder().encode(memory) else {
            throw .failed(operation: "encode", path: folder.path(of: name), reason: "it is not valid")
        }
        try folder.write(bytes, to: name)
    }

    /// Returns the body of `GET /accessories` that was saved last; nil if there is none, or it cannot be read.
    func database(of accessoryID: String) -> [UInt8]? {
        let file = Self.database(Self.name(of: accessoryID))
        return (try? folder.read(file, limitBytes: Self.largestDatabase)).flatMap(\.self)
    }

    func save(database: [UInt8], of accessoryID: String) throws(PrivateFileError) {
        try folder.write(database, to: Self.database(Self.name(of: accessoryID)))
    }

    /// Accessory ids are hexadecimal bytes with colons, which names of secrets may not contain.
    private static func name(of accessoryID: String) -> String {
        prefix + accessoryID.lowercased().filter { $0 != ":" }
    }

    private static func accessoryID(of name: String) -> String {
        let digits = Array(name.dropFirst(prefix.count))
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<min($0 + 2, digits.count)]) }
            .joined(separator: ":")
    }

    private static func memory(_ name: String) -> String { "\(name).json" }
    private static func database(_ name: String) -> String { "\(name).database" }
}
