import Foundation
import MosquittoTransport

/// Certificate authorities and certificates in a temporary folder.
struct TemporaryCertificates {
    let folder: String

    init() throws {
        folder = "/tmp/mqt-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try makeAuthority("root")
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func makeAuthority(_ name: String) throws {
        try openssl(
            ["req", "-x509"] + newKey(name) + [
                "-out", path("\(name).pem"), "-subj", "/CN=\(name)", "-days", "2",
                "-addext", "keyUsage=critical,keyCertSign",
            ])
    }

    /// Issues a certificate for `commonName`. With negative `days` the certificate has expired.
    @discardableResult
    func issue(
        _ name: String, commonName: String, alternativeName: String? = nil, by authority: String = "root", days: Int = 2
    ) throws -> TLSFiles {
        let extensions = alternativeName.map { ["-addext", "subjectAltName=\($0)"] } ?? []
        try openssl(
            ["req", "-new"] + newKey(name) + ["-out", path("\(name).csr"), "-subj", "/CN=\(commonName)"] + extensions)
        try openssl([
            "x509", "-req", "-in", path("\(name).csr"), "-CA", path("\(authority).pem"), "-CAkey",
            path("\(authority).key"), "-set_serial", "\(UInt32.random(in: 1...(.max)))", "-copy_extensions", "copyall",
            "-days", "\(days)", "-out", path("\(name).pem"),
        ])
        return TLSFiles(
            certificateAuthority: path("root.pem"), certificate: path("\(name).pem"), privateKey: path("\(name).key"))
    }

    func selfSign(_ name: String, commonName: String, alternativeName: String) throws {
        try openssl(
            ["req", "-x509"] + newKey(name) + [
                "-out", path("\(name).pem"), "-subj", "/CN=\(commonName)", "-days", "2",
                "-addext", "subjectAltName=\(alternativeName)",
            ])
    }

    private func newKey(_ name: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", path("\(name).key")]
    }

    private func openssl(_ arguments: [String]) throws {
        try ChildProcess.run("/usr/bin/openssl", arguments: arguments)
    }
}
