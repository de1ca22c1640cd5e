import BlockingQueues
import Crypto
package import Foundation
import X509

/// The two roots of a home and everything that they issue. Keys that stay here are sealed in the secret store.
package actor HomeCertificates {
    /// Leaves of our own are renewed, with the same key, once this much is left.
    package static let renewalDays = 30
    private static let momentSeconds = 300.0

    let folder: PrivateFolder
    let secrets: SecretStore
    let names: HomeNames
    let deviceRoot: RootAuthority
    let webRoot: RootAuthority

    /// Files are written and synced here.
    private let queue = BlockingQueue(label: "tomte.certificates")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Opens the certificates in `folder`, making roots, broker and lane certificates that are missing or due.
    /// Of processes that race to make the roots, one makes them and all get the same.
    /// - Parameters:
    ///   - homeName: this home's name on the network, such as `tomte.local`.
    ///   - addresses: the gateway's own IP addresses.
    package static func open(
        folder path: String, secrets: SecretStore, homeName: String, addresses: [String], now: Date
    ) async throws(CertificateError) -> HomeCertificates {
        let names = try HomeNames(name: homeName, addresses: addresses)
        let certificates = try HomeCertificates(path: path, secrets: secrets, names: names, now: now)
        _ = try await certificates.renewIfDue(now: now)
        return certificates
    }

    private init(path: String, secrets: SecretStore, names: HomeNames, now: Date) throws(CertificateError) {
        let folder = try attempt { () throws(PrivateFileError) in
            let folder = try PrivateFolder(path: path)
            try folder.removeUnfinished()
            return folder
        }
        let roots = RootKeeper(folder: folder, secrets: secrets)
        (deviceRoot, webRoot) = try folder.withLock(mapping: CertificateError.file) { () throws(CertificateError) in
            (
                try roots.openOrMake("device", profile: .deviceRoot, names: names, now: now),
                try roots.openOrMake("web", profile: .webRoot(names.constraints), names: names, now: now)
            )
        }
        (self.folder, self.secrets, self.names) = (folder, secrets, names)
    }

    /// The root that devices, lanes and broker trust.
    package nonisolated var deviceRootPEM: String { deviceRoot.pem }
    /// The root that residents may install on their phones.
    package nonisolated var webRootPEM: String { webRoot.pem }

    /// Renews what has 30 days or less left, names another home or was issued by another root.
    /// Returns the names of what changed: the broker must then be given its identity again.
    package func renewIfDue(now: Date) throws(CertificateError) -> [String] {
        try locked { () throws(CertificateError) in
            var renewed: [String] = []
            for leaf in OwnLeaf.all where try renewIfDue(leaf, now: now) { renewed.append(leaf.name) }
            if try renewCompatibilityIfDue(now: now) { renewed.append(CompatibilityAuthority.name) }
            try attempt { () throws(PrivateFileError) in
                _ = try folder.update("device-root.pem", to: deviceRoot.pem.utf8)
            }
            return renewed
        }
    }

    package func brokerIdentity() throws(CertificateError) -> BrokerIdentity {
        guard let certificate = try certificate(of: .broker), let key = try secrets.read(OwnLeaf.broker.keyName) else {
            throw .secretDamaged(name: OwnLeaf.broker.keyName)
        }
        return BrokerIdentity(
            certificatePEM: certificate.pem, privateKeyPEM: key, trustPEM: deviceRoot.pem,
            revocationsPEM: try revocationsPEM(),
            compatibility: try isCompatibilityNeeded() ? storedCompatibility() : nil)
    }

    package nonisolated func laneFiles(_ lane: Lane) -> LaneFiles {
        LaneFiles(
            certificatePath: folder.path(of: "\(lane.rawValue).pem"),
            privateKeyPath: folder.path(of: "\(lane.rawValue).key"),
            trustPath: folder.path(of: "device-root.pem"))
    }

    /// A new key and certificate for a device. The key is handed out and forgotten.
    package func issueDevice(id: CredentialID, now: Date) throws(CertificateError) -> IssuedCredential {
        let credential = try makeClient(id: id.rawValue, now: now, lifetimeSeconds: 365 * 86_400)
        try changeLedger {
            $0.add(
                .init(id: id.rawValue, serial: credential.serial, notAfter: credential.notAfter, revokedAt: nil),
                now: now)
        }
        return credential
    }

    /// A certificate of five minutes in a device's name: connecting with it, as a clean session, takes over the device's
    /// client id and so ends its connection and forgets its session, which a reload alone does not. The access rules go by
    /// the name, so whoever has it may do what the device may.
    package func issueTakeover(of id: CredentialID, now: Date) throws(CertificateError) -> IssuedCredential {
        try makeClient(id: id.rawValue, now: now, lifetimeSeconds: Self.momentSeconds)
    }

    /// A certificate of five minutes for one side of a probe.
    package func issueProbe(_ role: ProbeRole, now: Date) throws(CertificateError) -> IssuedCredential {
        try makeClient(id: role.clientID, now: now, lifetimeSeconds: Self.momentSeconds)
    }

    /// Revokes every certificate of a device and returns how many that were. The broker must then be given its identity again.
    package func revoke(device id: CredentialID, now: Date) throws(CertificateError) -> Int {
        try changeLedger { $0.revoke(id: id.rawValue, now: now) }
    }

    /// Revokes one certificate; false if none is out with that serial number.
    package func revoke(serial: String, now: Date) throws(CertificateError) -> Bool {
        try changeLedger { $0.revoke(serial: serial.lowercased(), now: now) } > 0
    }

    /// The identity of the HTTPS door, under the root that residents may install.
    package func apiIdentity() throws(CertificateError) -> ServerIdentity {
        guard let certificate = try certificate(of: .api), let key = try secrets.read(OwnLeaf.api.keyName) else {
            throw .secretDamaged(name: OwnLeaf.api.keyName)
        }
        return ServerIdentity(
            certificatePEM: certificate.pem, privateKeyPEM: key,
            certificateFingerprint: certificate.fingerprint,
            publicKeyFingerprint: certificate.publicKeyFingerprint)
    }

    /// Roots, own leaves and live device certificates, soonest to expire first.
    package func states(now: Date) throws(CertificateError) -> [CertificateState] {
        var dates = [
            ("device root", deviceRoot.certificate.notValidAfter), ("web root", webRoot.certificate.notValidAfter),
        ]
        for leaf in OwnLeaf.all {
            if let certificate = try certificate(of: leaf) { dates.append((leaf.name, certificate.notValidAfter)) }
        }
        if let certificate = try compatibilityCertificate() {
            dates.append((CompatibilityAuthority.name, certificate.notValidAfter))
        }
        dates += try ledger().entries.filter { $0.revokedAt == nil }.map { ("device \($0.id)", $0.notAfter) }
        return dates.map { name, notAfter in
            let days = (notAfter.timeIntervalSince(now) / 86_400).rounded(.down)
            return CertificateState(name: name, notAfter: notAfter, daysLeft: Int(days))
        }
        .sorted { ($0.notAfter, $0.name) < ($1.notAfter, $1.name) }
    }
}
