import Foundation
import HomeModel

/// A gateway elsewhere on the network, of which this terminal is a paired client. Kept in a file of its own, 0600.
struct RemoteGateway: Codable, Sendable, Hashable {
    let host: String
    let port: Int
    /// Where the name leads; nil asks the system.
    let address: String?
    /// SHA-256 of the gateway's public key (SPKI), hex.
    let publicKeyFingerprint: String
    /// The client's own key.
    let key: String
    let person: PersonID
    var accessToken: String
    var refreshToken: String
}

/// The files of remote gateways: `<name>.json` in the user's configuration folder.
struct RemoteFolder: Sendable {
    static let environmentVariable = "TOMTE_GATEWAY"

    let path: String

    /// `TOMTE_REMOTES`, else `tomte` below `XDG_CONFIG_HOME` or `~/.config`.
    init(environment: [String: String]) {
        let base = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        path = environment["TOMTE_REMOTES"] ?? "\(base ?? "\(environment["HOME"] ?? ".")/.config")/tomte"
    }

    func file(_ name: String) throws(CommandFailure) -> RemoteFile {
        guard let id = Identifier<RemoteGateway>(name) else {
            throw .usage("The name of a gateway has 1 to 64 characters out of a-z, 0-9 and “-”.")
        }
        return RemoteFile(path: "\(path)/\(id).json", name: id.rawValue)
    }
}

/// One of them. Whoever changes it has its lock, so that two terminals at once do not use up each other's tokens.
struct RemoteFile: Sendable {
    let path: String
    let name: String

    func read() throws(CommandFailure) -> RemoteGateway {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .usage("There is no gateway called “\(name)” here; pair with one first: tomte pair --help")
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let owner = attributes?[.ownerAccountID] as? NSNumber, owner.uint32Value == getuid(),
            let mode = attributes?[.posixPermissions] as? NSNumber, mode.intValue & 0o077 == 0
        else {
            throw .cannotStart("Others can read \(path), or it is theirs; take care of that, then chmod 600 it.")
        }
        guard let remote = try? JSONDecoder().decode(RemoteGateway.self, from: data) else {
            throw .cannotStart("\(path) cannot be read; pair again.")
        }
        return remote
    }

    /// Puts the whole file in place or none of it.
    func write(_ remote: RemoteGateway) throws(CommandFailure) {
        let temporary = "\(path).\(getpid()).new"
        do {
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            // Nobody else's file gets the key, whoever may write in the folder.
            unlink(temporary)
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw CocoaError(.fileWriteNoPermission) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: JSONEncoder().encode(remote))
            try handle.synchronize()
            guard rename(temporary, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            unlink(temporary)
            throw .cannotStart("\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    func remove() { unlink(path) }

    /// Runs `body` while nobody else changes the file.
    func locked<Result: Sendable>(
        _ body: () async throws(CommandFailure) -> Result
    ) async throws(CommandFailure) -> Result {
        let descriptor = open("\(path).lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotStart("\(path).lock cannot be opened.") }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard !Task.isCancelled else { throw .cannotStart("Another program holds \(path).lock; try again.") }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return try await body()
    }
}
