import Crypto
import Foundation
import Glibc
import HomeCertificates
import HomeModel

/// The folder of the broker. It belongs to the gateway; the broker's user may read it, and write only in `data`. Paths
/// in the configuration are relative to it, so the broker needs no permissions on the folders above.
struct BrokerFiles {
    static let accessRules = "access.acl"
    static let trust = "ca.pem"
    static let certificate = "broker.pem"
    static let privateKey = "broker.key"
    static let revocations = "revoked.pem"
    static let passwords = "passwords"
    static let compatibilityCertificate = "compatibility.pem"
    static let compatibilityKey = "compatibility.key"
    static let log = "mosquitto.log"
    static let data = "data"
    static let database = "mosquitto.db"
    private static let read = "read-by-broker"

    let folder: PrivateFolder
    private let user: BrokerUser?

    init(path: String, user: BrokerUser?) throws(BrokerError) {
        self.user = user
        folder = try attempt { () throws(PrivateFileError) in
            let folder = try PrivateFolder(path: path, readerGroup: user?.group)
            try folder.removeUnfinished()
            return folder
        }
        try prepareData()
    }

    /// Writes the files that differ. Returns whether a file changed.
    func write(access: BrokerAccessRules) throws(BrokerError) -> Bool {
        try attempt { () throws(PrivateFileError) in
            let changes = [
                try folder.update(Self.accessRules, to: access.text.utf8),
                // Empty rather than removed: a broker that still has the listener must find the file.
                try folder.update(Self.passwords, to: (access.passwords ?? "").utf8),
            ]
            return changes.contains(true)
        }
    }

    func write(identity: BrokerIdentity) throws(BrokerError) -> Bool {
        try attempt { () throws(PrivateFileError) in
            var changes: [Bool] = []
            if let compatibility = identity.compatibility {
                changes = [
                    try folder.update(Self.compatibilityKey, to: compatibility.privateKeyPEM.exposed()),
                    try folder.update(Self.compatibilityCertificate, to: compatibility.certificatePEM.utf8),
                ]
            }
            changes += [
                try folder.update(Self.trust, to: identity.trustPEM.utf8),
                try folder.update(Self.privateKey, to: identity.privateKeyPEM.exposed()),
                try folder.update(Self.certificate, to: identity.certificatePEM.utf8),
                try folder.update(Self.revocations, to: identity.revocationsPEM.utf8),
            ]
            return changes.contains(true)
        }
    }

    /// Returns a digest of the files that the broker reads at its start and at a reload.
    func state() throws(BrokerError) -> String {
        var digest = SHA256()
        for name in [
            Self.accessRules, Self.passwords, Self.trust, Self.certificate, Self.revocations,
            Self.compatibilityCertificate,
        ] {
            let bytes = try attempt { () throws(PrivateFileError) in try folder.read(name) } ?? []
            digest.update(data: withUnsafeBytes(of: bytes.count) { Array($0) } + bytes)
        }
        return digest.finalize().hexadecimal
    }

    /// Records that `process` has read `state`. If the record cannot be written, the broker reads the files once more.
    func recordRead(_ state: String, by process: BrokerProcess) {
        _ = try? folder.update(Self.read, to: "\(process.identity) \(state)".utf8)
    }

    /// Whether `process` is recorded to have read `state`.
    func wasRead(_ state: String, by process: BrokerProcess) -> Bool {
        (try? folder.read(Self.read)) == Array("\(process.identity) \(state)".utf8)
    }

    /// The size of the file that the broker saved last, in bytes; 0 while there is none.
    var databaseBytes: Int {
        var status = stat()
        guard stat("\(folder.path)/\(Self.data)/\(Self.database)", &status) == 0 else { return 0 }
        return Int(status.st_size)
    }

    /// Returns the tuning in the file of `configuration`, which a running broker has read or reads next. Nil when the
    /// file cannot be read.
    func tuning(of configuration: BrokerConfiguration) -> BrokerTuning? {
        (try? folder.read(configuration.fileName)).flatMap { BrokerTuning(in: String(decoding: $0, as: UTF8.self)) }
    }

    /// Writes the configuration. Removes the files of earlier configurations, and the compatibility files that this one
    /// does not name.
    func write(_ configuration: BrokerConfiguration, tuning: BrokerTuning) throws(BrokerError) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let named = Set(configuration.settings.map(\.value)).union([configuration.fileName])
        let outdated = names.filter {
            !named.contains($0)
                && ($0.hasPrefix("mosquitto-") && $0.hasSuffix(".conf") || $0.hasPrefix("compatibility"))
        }
        try attempt { () throws(PrivateFileError) in
            for name in outdated { try folder.remove(name) }
            _ = try folder.update(configuration.fileName, to: configuration.text(for: tuning).utf8)
        }
    }

    /// Renames a damaged database to the next free name and returns that name; nil when it cannot be renamed, for
    /// example because there is none.
    func quarantineDatabase() -> String? {
        let database = "\(folder.path)/\(Self.data)/\(Self.database)"
        for number in 1...999 {
            let name = "\(Self.database).damaged-\(number)"
            let target = "\(folder.path)/\(Self.data)/\(name)"
            if access(target, F_OK) == 0 { continue }
            return rename(database, target) == 0 ? name : nil
        }
        return nil
    }

    /// Creates the data folder and makes the broker's user the owner of the database. The broker treats a database that
    /// it cannot open as a missing one and overwrites it, so it must own the file.
    private func prepareData() throws(BrokerError) {
        let path = folder.path(of: Self.data)
        _ = try attempt { () throws(PrivateFileError) in
            try PrivateFolder(path: path, owner: user.map { ($0.id, $0.group) })
        }
        guard let user else { return }
        let database = "\(path)/\(Self.database)"
        if lchown(database, user.id, user.group) != 0, errno != ENOENT {
            throw .file(.failed(operation: "hand over", path: database, reason: String(cString: strerror(errno))))
        }
    }
}

/// The unprivileged user that the broker runs as when the gateway is root.
struct BrokerUser: Equatable {
    static let name = "mosquitto"
    let id: uid_t
    let group: gid_t

    /// Returns nil when the gateway is not root: the broker then runs as the same user.
    static func current() throws(BrokerError) -> BrokerUser? {
        guard geteuid() == 0 else { return nil }
        var entry = passwd()
        var buffer = [CChar](repeating: 0, count: 16 << 10)
        var found: UnsafeMutablePointer<passwd>?
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
            throw .userMissing(name)
        }
        return BrokerUser(id: entry.pw_uid, group: entry.pw_gid)
    }
}

/// Runs `body` and throws its file errors as `BrokerError.file`.
@discardableResult
func attempt<Value>(_ body: () throws(PrivateFileError) -> Value) throws(BrokerError) -> Value {
    do throws(PrivateFileError) { return try body() } catch { throw .file(error) }
}
