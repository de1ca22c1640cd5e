import Foundation
import HomeModel
import X509

extension HomeCertificates {
    private static let ledgerName = "certificate-ledger"
    private static let registerName = "credential-register"

    func register() throws(CertificateError) -> CredentialRegister {
        guard let stored = try secrets.read(Self.registerName) else { return CredentialRegister() }
        guard let register = try? JSONDecoder().decode(CredentialRegister.self, from: Data(stored.exposed())) else {
            throw .ledgerDamaged
        }
        return register
    }

    func changeRegister(_ change: (inout CredentialRegister) -> Void) throws(CertificateError) {
        try withLock { () throws(CertificateError) in
            var register = try register()
            let before = register
            change(&register)
            guard register != before else { return }
            let json = try mappingEncodingErrors { try JSONEncoder().encode(register) }
            try secrets.write(Secret(json), as: Self.registerName)
        }
    }

    func ledger() throws(CertificateError) -> CertificateLedger {
        guard let stored = try secrets.read(Self.ledgerName) else {
            return CertificateLedger(now: deviceRoot.certificate.notValidBefore)
        }
        guard let ledger = try? JSONDecoder().decode(CertificateLedger.self, from: Data(stored.exposed())) else {
            throw .ledgerDamaged
        }
        return ledger
    }

    func changeLedger<Value>(
        _ change: (inout CertificateLedger) -> Value
    ) throws(CertificateError) -> Value {
        try withLock { () throws(CertificateError) in
            var ledger = try ledger()
            let before = ledger
            let value = change(&ledger)
            guard ledger != before else { return value }
            let json = try mappingEncodingErrors { try JSONEncoder().encode(ledger) }
            try secrets.write(Secret(json), as: Self.ledgerName)
            if ledger.revision != before.revision {
                try mappingFileErrors { () throws(PrivateFileError) in
                    try folder.remove(before.revocationsFileName)
                    try folder.remove(before.nextRevocationsFileName)
                }
            }
            return value
        }
    }

    /// The signed revocation list of the ledger's current revision, and during an overlap that of the next root too,
    /// because each root needs one.
    func revocationsPEM() throws(CertificateError) -> String {
        try withLock { () throws(CertificateError) in
            let ledger = try ledger()
            let present = try list(of: ledger, by: deviceRoot, in: ledger.revocationsFileName)
            guard let next = nextRoots?.device else { return present }
            return try present + "\n" + list(of: ledger, by: next, in: ledger.nextRevocationsFileName)
        }
    }

    /// The list is stored in a file, so that the same revision always has the same bytes.
    private func list(
        of ledger: CertificateLedger, by root: RootAuthority, in file: String
    ) throws(CertificateError) -> String {
        let stored = try mappingFileErrors { () throws(PrivateFileError) in try folder.read(file) }
        if let stored { return String(decoding: stored, as: UTF8.self) }
        let pem = try ledger.revocationList(root: root).pem(signedBy: root)
        try mappingFileErrors { () throws(PrivateFileError) in try folder.write(pem.utf8, to: file) }
        return pem
    }
}

extension CertificateLedger {
    fileprivate var revocationsFileName: String { "revoked-\(revision).pem" }
    fileprivate var nextRevocationsFileName: String { "revoked-next-\(revision).pem" }
}
