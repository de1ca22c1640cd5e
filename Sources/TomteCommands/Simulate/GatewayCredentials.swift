import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TomteClient

/// The credentials of simulated devices. They are requested from the gateway once and then kept in a folder.
struct GatewayCredentials: CredentialSource {
    /// The age in seconds up to which a certificate is used again. It is far below `CertificateLifetime.leaf`.
    private static let reuse = 200 * 86_400.0

    let scenario: Scenario
    let client: CLIClient
    let folder: String

    /// Requests all missing credentials at once, and returns the broker's port.
    func broker() async throws -> UInt16 {
        let roots = scenario.devices.map(\.root)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for root in Set(roots) where !isFresh(root) { group.addTask { try await provision(root) } }
            try await group.waitForAll()
        }
        guard let root = roots.first, let text = try? String(contentsOfFile: files(root).port, encoding: .utf8),
            let port = UInt16(text)
        else { throw CLIError.invalid("The scenario has no devices.") }
        return port
    }

    func credential(for root: String) async throws -> DeviceCredential {
        let files = files(root)
        return DeviceCredential(
            certificateAuthority: files.certificateAuthority, certificate: files.certificate,
            privateKey: files.privateKey)
    }

    private func provision(_ root: String) async throws {
        guard let id = DeviceID(root) else { throw CLIError.invalid("“\(root)” cannot be a root topic.") }
        let need = ProvisionBody(
            dialect: scenario.family(of: root), proof: .certificate, mac: scenario.mac(of: root))
        try files(root).write(try await client.provision(id, body: need).body())
    }

    private func isFresh(_ root: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: files(root).port)
        guard let written = attributes?[.modificationDate] as? Date else { return false }
        return Date().timeIntervalSince(written) < Self.reuse
    }

    private func files(_ root: String) -> CredentialFiles { CredentialFiles(folder: folder, root: root) }
}

/// The credential of a device as files that only their owner can read.
struct CredentialFiles {
    let folder: String
    let root: String

    var certificateAuthority: String { "\(folder)/\(root).ca.pem" }
    var certificate: String { "\(folder)/\(root).pem" }
    var privateKey: String { "\(folder)/\(root).key" }
    var password: String { "\(folder)/\(root).password" }
    /// The file with the broker's port. It is written last, so that it exists only with a complete credential.
    var port: String { "\(folder)/\(root).port" }

    /// The file of a setup step. It is always in the folder, whatever file name the gateway gives.
    func path(of step: SetupStepBody) -> String { "\(folder)/\(URL(fileURLWithPath: step.fileName).lastPathComponent)" }

    func write(_ credential: CredentialBody) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for step in credential.steps { try write(step.text, path: path(of: step)) }
        try write(credential.certificateAuthority, path: certificateAuthority)
        if let text = credential.certificate { try write(text, path: certificate) }
        if let text = credential.privateKey { try write(text, path: privateKey) }
        if let text = credential.password { try write(text, path: password) }
        try write("\(credential.port)", path: port)
    }

    /// Writes a file so that others cannot read it at any time.
    private func write(_ text: String, path: String) throws {
        let draft = "\(path).new"
        try? FileManager.default.removeItem(atPath: draft)
        guard
            FileManager.default.createFile(
                atPath: draft, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw CLIError.cannotStart("The file \(draft) cannot be written.") }
        guard rename(draft, path) == 0 else { throw CLIError.cannotStart("The file \(path) cannot be written.") }
    }
}
