import Foundation
package import HomeCertificates
import HomeModel

/// Stores the pairings with accessories: the keys sealed in the store of secrets, and the databases in a folder. What
/// is saved is on disk when `save` returns.
package struct PairingStore: Sendable {
    private static let prefix = "homekit-"
    private static let largestDatabase = 16 << 20

    private let records: SealedRecords<PairingRecord>
    private let folder: PrivateFolder

    /// Creates the folder if it is missing.
    package init(secrets: SecretStore, folder path: String) throws(PrivateFileError) {
        records = SealedRecords(PairingRecord.self, secrets: secrets, prefix: Self.prefix)
        folder = try PrivateFolder(path: path)
        try folder.removeUnfinished()
    }

    /// Returns all stored pairings. One that cannot be read is returned without its keys, and its error is passed to
    /// `unreadable`.
    func records(unreadable: (CertificateError) -> Void) throws(CertificateError) -> [PairingRecord] {
        var found: [PairingRecord] = []
        for id in try records.ids() {
            do throws(CertificateError) {
                if let record = try records.record(id) { found.append(record) }
            } catch {
                unreadable(error)
                found.append(PairingRecord(unreadable: Self.accessoryID(of: id)))
            }
        }
        return found
    }

    /// Returns nil if there is no pairing with this accessory.
    func record(of accessoryID: String) throws(CertificateError) -> PairingRecord? {
        try records.record(Self.id(of: accessoryID))
    }

    func save(_ record: PairingRecord) throws(CertificateError) {
        try records.save(record, as: Self.id(of: record.accessoryID))
    }

    /// Removes the keys first: the other files mean nothing without them.
    func remove(_ accessoryID: String) throws(CertificateError) {
        try records.remove(Self.id(of: accessoryID))
        for file in [Self.memory(accessoryID), Self.database(accessoryID)] { try? folder.remove(file) }
    }

    /// Returns an empty memory if none is stored, or it cannot be read: the accessory is asked again then.
    func memory(of accessoryID: String) -> AccessoryMemory {
        guard let bytes = try? folder.read(Self.memory(accessoryID)),
            let memory = try? JSONDecoder().decode(AccessoryMemory.self, from: Data(bytes))
        else { return AccessoryMemory() }
        return memory
    }

    func save(_ memory: AccessoryMemory, of accessoryID: String) throws(PrivateFileError) {
        let name = Self.memory(accessoryID)
        guard let bytes = try? JSONEncoder().encode(memory) else {
            throw .failed(operation: "encode", path: folder.path(of: name), reason: "it is not valid")
        }
        try folder.write(bytes, to: name)
    }

    /// Returns the body of `GET /accessories` that was saved last; nil if there is none, or it cannot be read.
    func database(of accessoryID: String) -> [UInt8]? {
        let file = Self.database(accessoryID)
        return (try? folder.read(file, limitBytes: Self.largestDatabase)).flatMap(\.self)
    }

    func save(database: [UInt8], of accessoryID: String) throws(PrivateFileError) {
        try folder.write(database, to: Self.database(accessoryID))
    }

    /// Accessory ids are hexadecimal bytes with colons, which ids of records may not contain.
    private static func id(of accessoryID: String) -> String { accessoryID.lowercased().filter { $0 != ":" } }

    private static func accessoryID(of id: String) -> String {
        let digits = Array(id)
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<min($0 + 2, digits.count)]) }
            .joined(separator: ":")
    }

    private static func memory(_ accessoryID: String) -> String { "\(prefix)\(id(of: accessoryID)).json" }
    private static func database(_ accessoryID: String) -> String { "\(prefix)\(id(of: accessoryID)).database" }
}
