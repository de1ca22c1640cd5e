import Foundation
import GatewayWire
import HomeModel
import SimulatedHome

/// Credentials of simulated devices: asked of the gateway once, then kept in a folder of the simulator's own.
struct GatewayCredentials: CredentialSource {
    let client: GatewayClient
    let folder: String

    /// The broker's port. Asks for whatever credential is missing.
    func broker(for roots: [String]) async throws -> UInt16 {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for root in Set(roots).sorted() { try await provision(root) }
        guard let root = roots.first, let text = try? String(contentsOfFile: path(root, "port"), encoding: .utf8),
            let port = UInt16(text)
        else { throw CommandFailure.invalid("The scenario has no devices.") }
        return port
    }

    func credential(for root: String) async throws -> DeviceCredential {
        DeviceCredential(
            certificateAuthority: path(root, "ca.pem"), certificate: path(root, "pem"), privateKey: path(root, "key"))
    }

    private func provision(_ root: String) async throws {
        guard let id = DeviceID(root) else { throw CommandFailure.invalid("“\(root)” cannot be a device's root.") }
        if isFresh(root) { return }
        let credential = try await client.provision(id).body()
        try write(credential.certificateAuthority, path(root, "ca.pem"))
        try write(credential.certificate, path(root, "pem"))
        try write(credential.privateKey, path(root, "key"))
        try write("\(credential.port)", path(root, "port"))
    }

    /// Certificates last a year; one that is much younger is used again.
    private func isFresh(_ root: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path(root, "port"))
        guard let written = attributes?[.modificationDate] as? Date else { return false }
        return Date().timeIntervalSince(written) < 200 * 86_400
    }

    private func path(_ root: String, _ suffix: String) -> String { "\(folder)/\(root).\(suffix)" }

    private func write(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
}
