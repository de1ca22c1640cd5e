import Foundation
import HomeModel
import X509

/// The roots in use, and during a rotation those that follow.
struct HomeRoots: Sendable {
    /// The roots that count beside the present ones, and replace them at the end of the overlap.
    struct Next: Sendable {
        let device: RootAuthority
        let web: RootAuthority

        /// Throws `.nextRootNotYetValid` if these roots cannot take the place of the present ones yet.
        func check(at now: Date) throws(CertificateError) {
            for (name, root) in [("next device", device), ("next web", web)] {
                let start = root.certificate.notValidBefore
                guard start <= now else { throw .nextRootNotYetValid(from: start, now: now) }
                try root.check(at: now, named: name)
            }
        }
    }

    var device: RootAuthority
    var web: RootAuthority
    var next: Next?

    /// Opens the roots, and creates the present ones if the home has none. Repeats an exchange that was interrupted, which
    /// `HomeCertificates.finishExchange` must end. Callers hold the lock of the folder.
    init(opening store: RootCertificateStore, names: HomeNames, now: Date) throws(CertificateError) {
        if try store.isExchangePending { try store.exchange() }
        device = try store.openOrCreate("device", profile: .deviceRoot, names: names, now: now)
        web = try store.openOrCreate("web", profile: .webRoot(names.constraints), names: names, now: now)
        next = try store.hasNextRoots ? try Next(opening: store, names: names, now: now) : nil
    }
}

extension HomeRoots.Next {
    /// Opens the next roots, and creates those that are missing. Their names contain the time, because a client tells
    /// roots apart by name. They need not be valid yet: the clock may be behind at a start, and nothing depends on them.
    init(opening store: RootCertificateStore, names: HomeNames, now: Date) throws(CertificateError) {
        let date = Int(now.timeIntervalSince1970)
        device = try store.openOrCreate(
            "device-next", profile: .deviceRoot, names: names, now: now,
            commonName: "\(names.name) device root \(date)", isChecked: false)
        web = try store.openOrCreate(
            "web-next", profile: .webRoot(names.constraints), names: names, now: now,
            commonName: "\(names.name) web root \(date)", isChecked: false)
    }
}

extension RootCertificateStore {
    private static let exchangeMarker = "root-exchange"
    private static let names = ["device", "web"]

    var hasNextRoots: Bool {
        get throws(CertificateError) {
            for name in Self.names {
                if try pem(of: "\(name)-next") != nil { return true }
            }
            return false
        }
    }

    /// Whether an exchange began and did not end.
    var isExchangePending: Bool {
        get throws(CertificateError) { try secrets.read(Self.exchangeMarker) != nil }
    }

    /// Puts the next roots into the place of the present ones. `endExchange` must follow, after the certificates of the
    /// former root were revoked and the gateway's own ones were replaced. Each step may be repeated, so an interrupted
    /// exchange is finished at the next start.
    func exchange() throws(CertificateError) {
        try secrets.write(Secret(Array("pending".utf8)), as: Self.exchangeMarker)
        for name in Self.names {
            guard let pem = try pem(of: "\(name)-next") else { continue }
            guard let key = try secrets.read("\(name)-next-root-key") else {
                throw .rootKeyMissing(root: "\(name)-next")
            }
            try secrets.write(key, as: "\(name)-root-key")
            try mappingFileErrors { () throws(PrivateFileError) in try folder.write(pem, to: "\(name)-root.pem") }
        }
        // A list that the former root signed says nothing to the broker any more.
        try removeFiles(withPrefix: "revoked-")
        // Only now: until here a repeated exchange needs them.
        try removeNextRoots()
    }

    /// Removes the next roots, and their revocation lists.
    func discardNextRoots() throws(CertificateError) {
        try removeFiles(withPrefix: "revoked-next-")
        try removeNextRoots()
    }

    private func removeNextRoots() throws(CertificateError) {
        for name in Self.names {
            try mappingFileErrors { () throws(PrivateFileError) in try folder.remove("\(name)-next-root.pem") }
            try secrets.remove("\(name)-next-root-key")
        }
    }

    private func removeFiles(withPrefix prefix: String) throws(CertificateError) {
        try mappingFileErrors { () throws(PrivateFileError) in
            for file in try folder.names() where file.hasPrefix(prefix) { try folder.remove(file) }
        }
    }

    func endExchange() throws(CertificateError) { try secrets.remove(Self.exchangeMarker) }

    private func pem(of name: String) throws(CertificateError) -> [UInt8]? {
        try mappingFileErrors { () throws(PrivateFileError) in try folder.read("\(name)-root.pem") }
    }
}
