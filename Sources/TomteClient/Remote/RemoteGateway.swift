import Foundation
package import GatewayWire
import HomeModel

/// A gateway on the network with which this terminal is paired. It is stored in a separate file with mode 0600.
package struct RemoteGateway: Codable, Sendable, Hashable {
    let host: String
    let port: Int
    /// The address given at pairing; with nil the system resolves `host`.
    let address: String?
    /// SHA-256 of the gateway's public key (SPKI), hex.
    let publicKeyFingerprint: String
    /// The client's private key (PEM).
    let key: String
    let person: PersonID
    var accessToken: String
    var refreshToken: String

    package init(
        host: String, port: Int, address: String?, publicKeyFingerprint: String, key: String, session: SessionBody
    ) {
        self.host = host
        self.port = port
        self.address = address
        self.publicKeyFingerprint = publicKeyFingerprint
        self.key = key
        person = session.person
        accessToken = session.accessToken
        refreshToken = session.refreshToken
    }
}

/// The files of remote gateways: `<name>.json` in the user's configuration folder.
package struct RemoteGatewayFolder: Sendable {
    package static let environmentVariable = "TOMTE_GATEWAY"

    package let path: String

    /// `TOMTE_REMOTES`, else `tomte` below `XDG_CONFIG_HOME` or `~/.config`.
    package init(environment: [String: String]) {
        let base = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        path = environment["TOMTE_REMOTES"] ?? "\(base ?? "\(environment["HOME"] ?? ".")/.config")/tomte"
    }

    package func file(_ name: String) throws(ClientError) -> RemoteGatewayFile {
        guard let id = Identifier<RemoteGateway>(name) else {
            throw .unknownGateway("The name of a gateway must have 1 to 64 characters from a-z, 0-9 and “-”.")
        }
        return RemoteGatewayFile(path: "\(path)/\(id).json", name: id.rawValue)
    }
}

/// The file of one remote gateway. A process locks it before a change, so that two terminals at once do not use up each
/// other's tokens.
package struct RemoteGatewayFile: Sendable {
    package let path: String
    package let name: String

    package func read() throws(ClientError) -> RemoteGateway {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .unknownGateway("This terminal is not paired with a gateway called “\(name)”; see tomte pair --help.")
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let owner = attributes?[.ownerAccountID] as? NSNumber, owner.uint32Value == getuid(),
            let mode = attributes?[.posixPermissions] as? NSNumber, mode.intValue & 0o077 == 0
        else {
            throw .unusableCredentials(
                "The file \(path) belongs to another user, or others can read it. Make sure that it is yours, then run "
                    + "chmod 600 on it.")
        }
        guard let remote = try? JSONDecoder().decode(RemoteGateway.self, from: data) else {
            throw .unusableCredentials("The file \(path) is damaged; delete it and pair again.")
        }
        return remote
    }

    /// Replaces the file atomically; only the user can read it.
    package func write(_ remote: RemoteGateway) throws(ClientError) {
        let temporary = "\(path).\(getpid()).new"
        do {
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            // The key goes only into a newly created file, even if other users may write to the folder.
            unlink(temporary)
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw CocoaError(.fileWriteNoPermission) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: JSONEncoder().encode(remote))
            try handle.synchronize()
            guard rename(temporary, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            unlink(temporary)
            throw .unusableCredentials("The file \(path) cannot be written: \(error.localizedDescription)")
        }
    }

    package func remove() { unlink(path) }

    /// Runs `body` while this process has the lock of the file.
    package func locked<Result: Sendable>(
        _ body: () async throws(ClientError) -> Result
    ) async throws(ClientError) -> Result {
        let descriptor = open("\(path).lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unusableCredentials("The file \(path).lock cannot be opened.") }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard !Task.isCancelled else {
                throw .unusableCredentials("Another process has locked \(path).lock; try again.")
            }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return try await body()
    }
}
