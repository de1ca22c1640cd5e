import Foundation
import GatewayWire
import HomeModel
import SimulatedHome

/// Credentials of simulated devices: asked of the gateway once, then kept in a folder of the simulator's own.
struct GatewayCredentials: CredentialSource {
    /// Certificates last 365 days; one that is much younger is used again.
    private static let reuse = 200 * 86_400.0

    let scenario: Scenario
    let client: GatewayClient
    let folder: String

    /// The broker's port. Asks for whatever credential is missing, all at once.
    func broker() async throws -> UInt16 {
        let roots = scenario.devices.map(\.root)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for root in Set(roots) where !isFresh(root) { group.addTask { try await provision(root) } }
            try await group.waitForAll()
        }
        guard let root = roots.first, let text = try? String(contentsOfFile: files(root).port, encoding: .utf8),
            let port = UInt16(text)
        else { throw CommandFailure.invalid("The scenario has no devices.") }
        return port
    }

    func credential(for root: String) async throws -> DeviceCredential {
        let files = files(root)
        return DeviceCredential(
            certificateAuthority: files.certificateAuthority, certificate: files.certificate,
            privateKey: files.privateKey)
    }

    private func provision(_ root: String) async throws {
        guard let id = DeviceID(root) else { throw CommandFailure.invalid("“\(root)” cannot be a device's root.") }
        let need = ProvisionBody(
            dialect: scenario.family(of: root), proof: .certificate, mac: scenario.mac(of: root))
        try files(root).write(try await client.provision(id, need).body())
    }

    private func isFresh(_ root: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: files(root).port)
        guard let written = attributes?[.modificationDate] as? Date else { return false }
        return Date().timeIntervalSince(written) < Self.reuse
    }

    private func files(_ root: String) -> CredentialFiles { CredentialFiles(folder: folder, root: root) }
}
