import Foundation
import GatewayWire

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
