import Crypto
import Foundation
import Glibc
import HomeCertificates
import HomeModel
import SystemPackage

/// The folder of the broker. It belongs to the gateway; the broker's user may read it, and write only in `dataFolder`. Paths
/// in the configuration of a child are relative to it, so the broker needs no permissions on the folders above.
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
    /// The folder of a child's data, below its folder.
    static let data = "data"
    static let database = "mosquitto.db"
    /// The configuration of the service; that of a child has a digest in its name.
    static let serviceConfiguration = "mosquitto.conf"
    private static let read = "read-by-broker"
    private static let start = "start-of-service"
    private static let unread = "unread-roots"

    let folder: PrivateFolder
    private let dataFolder: String
    private let user: BrokerUser?

    var log: BrokerLog { BrokerLog(path: folder.path(of: Self.log)) }

    /// Prepares the folder of a child, or uses the one of a service.
    init(_ settings: BrokerSettings) throws(BrokerError) {
        if let service = settings.service {
            try self.init(of: service)
        } else {
            try self.init(path: settings.folder, user: try BrokerUser.current())
        }
    }

    init(path: String, user: BrokerUser?) throws(BrokerError) {
        self.user = user
        folder = try attempt { () throws(PrivateFileError) in
            let folder = try PrivateFolder(path: path, readerGroup: user?.group)
            try folder.removeUnfinished()
            return folder
        }
        dataFolder = folder.path(of: Self.data)
        try prepareData()
    }

    /// The installation made the folders, because the gateway has no right to give a folder to another user.
    private init(of service: BrokerService) throws(BrokerError) {
        user = nil
        dataFolder = service.dataFolder
        let path = service.configurationFolder
        guard access(path, F_OK) == 0 else { throw .folderMissing(path: path) }
        folder = try attempt { () throws(PrivateFileError) in
            let folder = try PrivateFolder(existing: path)
            try folder.removeUnfinished()
            return folder
        }
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

    /// Writes the files that differ. Returns whether a file changed. Other roots than before are recorded first, so that a
    /// gateway that is killed here leaves the record: see `unreadRoots`.
    func write(identity: BrokerIdentity) throws(BrokerError) -> Bool {
        try attempt { () throws(PrivateFileError) in
            var changes: [Bool] = []
            if let before = try folder.read(Self.trust), before != Array(identity.trustPEM.utf8) {
                let roots = SHA256.hash(data: Array(identity.trustPEM.utf8)).hexadecimal
                _ = try folder.update(Self.unread, to: roots.utf8)
            }
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

    /// A digest of the roots that a running broker may not have read, because they were written after its start; nil if
    /// there are none. A broker reads the roots only when it starts.
    var unreadRoots: String? {
        (try? folder.read(Self.unread)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Records that a broker was started with `roots`. If that fails, the broker is started once more later.
    func recordStart(with roots: String?) {
        guard let roots, unreadRoots == roots else { return }
        try? folder.remove(Self.unread)
    }

    /// Whether a start of the service with the configuration on disk is due, or was done.
    enum StartRecord: String { case due, done }

    /// Nil before the first start.
    var startRecord: StartRecord? {
        (try? folder.read(Self.start)).flatMap { StartRecord(rawValue: String(decoding: $0, as: UTF8.self)) }
    }

    func record(_ start: StartRecord) throws(BrokerError) {
        try attempt { () throws(PrivateFileError) in _ = try folder.update(Self.start, to: start.rawValue.utf8) }
    }

    /// Whether the file of `configuration` has its settings, whatever their tuning.
    func contains(_ configuration: BrokerConfiguration) -> Bool {
        guard let tuning = tuning(of: configuration), let bytes = try? folder.read(configuration.fileName) else {
            return false
        }
        return bytes == Array(configuration.text(for: tuning).utf8)
    }

    /// Makes the log a file of this user that the broker's group may write, so that both can: the service manager or the
    /// broker would create a missing one as theirs.
    func prepareLog() throws(BrokerError) {
        let path = log.path
        if access(path, F_OK) == 0, access(path, W_OK) != 0 { unlink(path) }
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o660)
        guard file >= 0 else {
            throw .file(.failed(operation: "open", path: path, reason: String(cString: strerror(errno))))
        }
        defer { close(file) }
        guard let status = try? Stat(FileDescriptor(rawValue: file)), status.userID.rawValue == geteuid(),
            status.permissions.rawValue != 0o660
        else { return }
        fchmod(file, 0o660)
    }

    /// The size of the file that the broker saved last, in bytes; 0 while there is none.
    var databaseBytes: Int {
        (try? Stat("\(dataFolder)/\(Self.database)")).map { Int($0.size) } ?? 0
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
        let database = "\(dataFolder)/\(Self.database)"
        for number in 1...999 {
            let name = "\(Self.database).damaged-\(number)"
            let target = "\(dataFolder)/\(name)"
            if access(target, F_OK) == 0 { continue }
            return rename(database, target) == 0 ? name : nil
        }
        return nil
    }

    /// Creates the data folder and makes the broker's user the owner of the database. The broker treats a database that
    /// it cannot open as a missing one and overwrites it, so it must own the file.
    private func prepareData() throws(BrokerError) {
        _ = try attempt { () throws(PrivateFileError) in
            try PrivateFolder(path: dataFolder, owner: user.map { ($0.id, $0.group) })
        }
        guard let user else { return }
        let database = "\(dataFolder)/\(Self.database)"
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
        guard let user = find(name) else { throw .userMissing(name) }
        return user
    }

    /// Returns the user with this name; nil when the system has none.
    static func find(_ name: String) -> BrokerUser? {
        var entry = passwd()
        var buffer = [CChar](repeating: 0, count: 16 << 10)
        var found: UnsafeMutablePointer<passwd>?
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return BrokerUser(id: entry.pw_uid, group: entry.pw_gid)
    }
}

/// Runs `body` and throws its file errors as `BrokerError.file`.
@discardableResult
func attempt<Value>(_ body: () throws(PrivateFileError) -> Value) throws(BrokerError) -> Value {
    do throws(PrivateFileError) { return try body() } catch { throw .file(error) }
}
