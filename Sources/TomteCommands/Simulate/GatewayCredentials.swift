import Foundation
import GatewayWire
import HomeModel
import SimulatedHome

/// The credentials of simulated devices. They are requested from the gateway once and then kept in a folder.
struct GatewayCredentials: CredentialSource {
    /// The age in seconds up to which a certificate is used again; certificates are valid for 365 days.
    private static let reuse = 200 * 86_400.0

    let scenario: Scenario
    let client: GatewayClient
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
