import HomeCertificates
import HomeModel
import MosquittoTransport

/// The endpoint at which the gateway connects to its own broker for a moment, under the name of a device or a probe.
struct BrokerEndpoint: Sendable {
    /// The keep-alive interval of these connections. The log of the broker shows it, which distinguishes them from connections of
    /// devices that run on this machine.
    static let keepAliveSeconds: UInt16 = 53

    let host: String
    let port: UInt16
    let compatibilityPort: UInt16
    /// The folder for keys while they are used, because the MQTT library reads them only from files.
    let folder: PrivateFolder

    /// Empties the folder, which may contain keys that a killed gateway left.
    init(host: String, port: UInt16, compatibilityPort: UInt16, folder path: String) throws(PrivateFileError) {
        (self.host, self.port, self.compatibilityPort) = (host, port, compatibilityPort)
        folder = try PrivateFolder(path: path)
        try folder.removeAll()
    }

    /// The connection settings for `subject`. Writes its certificates and its key to `files`.
    func settings(of subject: ProbeSubject, _ files: inout TemporaryCredentialFiles) throws(PrivateFileError)
        -> MosquittoSettings
    {
        var settings: MosquittoSettings
        switch subject.proof {
        case .certificate(let credential):
            settings = MosquittoSettings(
                host: host, port: port, clientID: subject.id,
                tls: TLSFiles(
                    certificateAuthority: try files.write(
                        Secret(credential.trustPEM), id: subject.id, ending: "root.pem"),
                    certificate: try files.write(Secret(credential.certificatePEM), id: subject.id, ending: "pem"),
                    privateKey: try files.write(credential.privateKeyPEM, id: subject.id, ending: "key")))
        case .password(let password, let authorityPEM):
            settings = MosquittoSettings(
                host: host, port: compatibilityPort, clientID: subject.id,
                tls: TLSFiles(
                    certificateAuthority: try files.write(Secret(authorityPEM), id: subject.id, ending: "root.pem")))
            settings.password = Password(password.exposedText)
        }
        settings.keepAliveSeconds = Self.keepAliveSeconds
        return settings
    }
}

/// Certificates and keys in files that exist for one connection.
struct TemporaryCredentialFiles: Sendable {
    private let folder: PrivateFolder
    /// A random part of the file names, because several connections may use one id at the same time.
    private let marker = String(UInt64.random(in: .min ... .max), radix: 36)
    private var names: [String] = []

    init(in folder: PrivateFolder) { self.folder = folder }

    mutating func write(_ content: Secret, id: String, ending: String) throws(PrivateFileError) -> String {
        let name = "\(id)-\(marker).\(ending)"
        names.append(name)
        try folder.write(content.exposed(), to: name)
        return folder.path(of: name)
    }

    func remove() { for name in names { try? folder.remove(name) } }
}
