import Concurrency
import Crypto
package import Foundation
import HomeModel
import Synchronization
import X509

/// The device root and the web root of a home, and all certificates that they issue. Keys that the gateway keeps are
/// sealed in the secret store, except those of the lanes.
package actor HomeCertificates {
    let folder: PrivateFolder
    let secrets: SecretStore
    let names: HomeNames
    /// The roots. Callers that cannot await read their certificates.
    let roots: Mutex<HomeRoots>
    /// When the exchange of the roots began; nil while none does.
    var exchangeBeganAt: Date?
    /// When the last rotation of the roots ended, as the ledger says; nil before the first end. Every request for the home
    /// asks for it.
    var rotatedAt: Date?

    /// The executor of this actor, which writes and syncs files.
    private let queue = BlockingExecutor(label: "tomte.certificates")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Opens the certificates in `folder`. Creates the roots if they are missing, and the gateway's own certificates if
    /// they are missing or due. If several processes start at once, one of them creates the roots and all of them get
    /// the same.
    /// - Parameters:
    ///   - homeName: this home's name on the network, such as `tomte.local`.
    ///   - addresses: the gateway's own IP addresses.
    package static func open(
        folder path: String, secrets: SecretStore, homeName: String, addresses: [String], now: Date
    ) async throws(CertificateError) -> HomeCertificates {
        let names = try HomeNames(name: homeName, addresses: addresses)
        let certificates = try HomeCertificates(path: path, secrets: secrets, names: names, now: now)
        try await certificates.finishExchange(now: now)
        _ = try await certificates.renewIfDue(now: now)
        await certificates.readLastRotation()
        return certificates
    }

    private init(path: String, secrets: SecretStore, names: HomeNames, now: Date) throws(CertificateError) {
        let folder = try mappingFileErrors { () throws(PrivateFileError) in
            let folder = try PrivateFolder(path: path)
            try folder.removeUnfinished()
            return folder
        }
        let store = RootCertificateStore(folder: folder, secrets: secrets)
        let opened = try folder.withLock(mapping: CertificateError.file) { () throws(CertificateError) in
            try HomeRoots(opening: store, names: names, now: now)
        }
        roots = Mutex(opened)
        (self.folder, self.secrets, self.names) = (folder, secrets, names)
    }

    nonisolated var deviceRoot: RootAuthority { roots.withLock { $0.device } }
    nonisolated var webRoot: RootAuthority { roots.withLock { $0.web } }
    /// The roots that follow, while a rotation runs.
    nonisolated var nextRoots: HomeRoots.Next? { roots.withLock { $0.next } }

    /// The root that devices, lanes and the broker trust.
    package nonisolated var deviceRootPEM: String { deviceRoot.pem }
    /// The root that residents may install on their phones.
    package nonisolated var webRootPEM: String { webRoot.pem }

    /// Renews certificates that expire within `CertificateLifetime.renewal`, name another home or were issued by
    /// another root. Returns the names of the renewed certificates; the caller must then update the broker's identity.
    package func renewIfDue(now: Date) throws(CertificateError) -> [String] {
        try renewIfDue(now: now, replacingKeys: false)
    }

    /// The same. With `replacingKeys`, certificates that another root issued get new keys too.
    func renewIfDue(now: Date, replacingKeys: Bool) throws(CertificateError) -> [String] {
        try withLock { () throws(CertificateError) in
            var renewed: [String] = []
            for leaf in GatewayLeaf.all where try renewIfDue(leaf, replacingKey: replacingKeys, now: now) {
                renewed.append(leaf.name)
            }
            if try renewCompatibilityIfDue(now: now) { renewed.append(CompatibilityAuthority.name) }
            try mappingFileErrors { () throws(PrivateFileError) in
                _ = try folder.update("device-root.pem", to: deviceRoot.pem.utf8)
            }
            return renewed
        }
    }

    /// The certificates, key and revocation list for the broker. Throws `.secretDamaged` if the certificate or its key
    /// is missing, and `.exchangeUnfinished` before they are those of the present root.
    package func brokerIdentity() throws(CertificateError) -> BrokerIdentity {
        let (certificate, key) = try identity(of: .broker)
        return BrokerIdentity(
            certificatePEM: certificate.pem, privateKeyPEM: key,
            trustPEM: deviceRoot.pem + (nextRoots.map { "\n\($0.device.pem)" } ?? ""),
            revocationsPEM: try revocationsPEM(),
            compatibility: try isCompatibilityNeeded() ? storedCompatibility() : nil)
    }

    /// The certificate and the key of a listener. While an exchange of the roots is unfinished, they may not fit together, or
    /// not fit the root; a listener that got them would lock everyone out.
    private func identity(of leaf: GatewayLeaf) throws(CertificateError) -> (certificate: Certificate, key: Secret) {
        guard let certificate = try certificate(of: leaf), let key = try secrets.read(leaf.keyName) else {
            throw .secretDamaged(name: leaf.keyName)
        }
        let publicKey = Certificate.PublicKey(try signingKey(key).publicKey)
        let root = leaf == .api ? webRoot : deviceRoot
        guard certificate.publicKey == publicKey, root.issued(certificate) else {
            let isUnfinished = try rootStore.isExchangePending
            throw isUnfinished ? .exchangeUnfinished : .secretDamaged(name: leaf.keyName)
        }
        return (certificate, key)
    }

    /// The paths of the certificate, key and root of one lane.
    package nonisolated func connectionFiles(_ lane: GatewayConnection) -> GatewayConnectionFiles {
        GatewayConnectionFiles(
            certificatePath: folder.path(of: "\(lane.rawValue).pem"),
            privateKeyPath: folder.path(of: "\(lane.rawValue).key"),
            trustPath: folder.path(of: "device-root.pem"))
    }

    /// Issues a new key and certificate for a device. The key is returned and not stored.
    package func issueDevice(id: CredentialID, now: Date) throws(CertificateError) -> IssuedCredential {
        let next = nextRoots?.device
        try nextRoots?.check(at: now)
        let credential = try makeClient(id: id.rawValue, now: now, lifetime: CertificateLifetime.leaf, by: next)
        let root = (next ?? deviceRoot).certificate.fingerprint
        try changeLedger {
            $0.add(
                .init(
                    id: id.rawValue, serial: credential.serial, notAfter: credential.notAfter, revokedAt: nil,
                    root: root), now: now)
        }
        return credential
    }

    /// Issues a certificate in a device's name that is valid for minutes. A connection with it and a clean session
    /// takes over the device's client id, which ends the device's connection and discards its session; a reload of the
    /// broker does neither. The access rules depend on the name, so the certificate has all rights of the device.
    package func issueTakeover(of id: CredentialID, now: Date) throws(CertificateError) -> IssuedCredential {
        try makeClient(id: id.rawValue, now: now, lifetime: CertificateLifetime.probe)
    }

    /// Issues a certificate for one of the gateway's short-lived clients.
    package func issueProbe(_ role: ProbeRole, now: Date) throws(CertificateError) -> IssuedCredential {
        try makeClient(id: role.clientID, now: now, lifetime: CertificateLifetime.probe)
    }

    /// Revokes every certificate of a device and returns their number. The caller must then update the broker's
    /// identity.
    package func revoke(device id: CredentialID, now: Date) throws(CertificateError) -> Int {
        try changeLedger { $0.revoke(id: id.rawValue, now: now) }
    }

    /// Revokes one certificate. Returns false if no valid certificate has this serial number.
    package func revoke(serial: String, now: Date) throws(CertificateError) -> Bool {
        try changeLedger { $0.revoke(serial: serial.lowercased(), now: now) } > 0
    }

    /// The certificate and key of the HTTPS endpoint, issued by the root that residents may install. Throws
    /// `.secretDamaged` if one of them is missing, and `.exchangeUnfinished` before they are those of the present root.
    package func apiIdentity() throws(CertificateError) -> ServerIdentity {
        let (certificate, key) = try identity(of: .api)
        return ServerIdentity(
            certificatePEM: certificate.pem, privateKeyPEM: key,
            certificateFingerprint: certificate.fingerprint,
            publicKeyFingerprint: certificate.publicKeyFingerprint)
    }

    /// The roots, the gateway's own certificates and the valid device certificates, soonest to expire first.
    package func states(now: Date) throws(CertificateError) -> [CertificateExpiry] {
        var dates = [
            ("device root", deviceRoot.certificate.notValidAfter), ("web root", webRoot.certificate.notValidAfter),
        ]
        for leaf in GatewayLeaf.all {
            if let certificate = try certificate(of: leaf) { dates.append((leaf.name, certificate.notValidAfter)) }
        }
        if let certificate = try compatibilityCertificate() {
            dates.append((CompatibilityAuthority.name, certificate.notValidAfter))
        }
        dates += try ledger().entries.filter { $0.revokedAt == nil }.map { ("device \($0.id)", $0.notAfter) }
        return dates.map { name, notAfter in
            let days = CertificateLifetime.wholeDays(in: notAfter.timeIntervalSince(now))
            return CertificateExpiry(name: name, notAfter: notAfter, daysLeft: days)
        }
        .sorted { ($0.notAfter, $0.name) < ($1.notAfter, $1.name) }
    }
}
