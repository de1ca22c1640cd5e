import HomeCertificates
import MosquittoTransport

/// Where we ourselves connect to our own broker in a device's name, for a moment.
struct BrokerDoor: Sendable {
    let host: String
    let port: UInt16
    let compatibilityPort: UInt16
    /// Keys lie here while they are used: the library takes them from files only.
    let folder: PrivateFolder

    /// Empties the folder: what lies there a gateway left that was killed.
    init(host: String, port: UInt16, compatibilityPort: UInt16, folder path: String) throws(PrivateFileError) {
        (self.host, self.port, self.compatibilityPort) = (host, port, compatibilityPort)
        folder = try PrivateFolder(path: path)
        try folder.removeAll()
    }

    func settings(of suspect: Suspect, _ files: inout PlacedFiles) throws(PrivateFileError) -> MosquittoSettings {
        switch suspect.proof {
        case .certificate(let credential):
            return MosquittoSettings(
                host: host, port: port, clientID: suspect.id,
                tls: TLSFiles(
                    certificateAuthority: try files.place(Secret(credential.trustPEM), suspect.id, "root.pem"),
                    certificate: try files.place(Secret(credential.certificatePEM), suspect.id, "pem"),
                    privateKey: try files.place(credential.privateKeyPEM, suspect.id, "key")))
        case .password(let password, let authorityPEM):
            var settings = MosquittoSettings(
                host: host, port: compatibilityPort, clientID: suspect.id,
                tls: TLSFiles(
                    certificateAuthority: try files.place(Secret(authorityPEM), suspect.id, "root.pem")))
            settings.password = Password(password.exposedText)
            return settings
        }
    }
}

/// Files that are there for one connection.
struct PlacedFiles: Sendable {
    private let folder: PrivateFolder
    /// Of its own each: several may be under way with one id.
    private let mark = String(UInt64.random(in: .min ... .max), radix: 36)
    private var names: [String] = []

    init(in folder: PrivateFolder) { self.folder = folder }

    mutating func place(_ content: Secret, _ id: String, _ ending: String) throws(PrivateFileError) -> String {
        let name = "\(id)-\(mark).\(ending)"
        names.append(name)
        try folder.write(content.exposed(), to: name)
        return folder.path(of: name)
    }

    func remove() { for name in names { try? folder.remove(name) } }
}
