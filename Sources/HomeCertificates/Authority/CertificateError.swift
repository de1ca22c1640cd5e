package import Foundation

/// Why a certificate, a key or a secret could not be made, read or stored.
package enum CertificateError: Error, Equatable, CustomStringConvertible {
    case file(PrivateFileError)
    case badSecretName
    case secretDamaged(name: String)
    case secretNotEncrypted(name: String)
    case badCredentialID(String)
    case reservedCredentialID(String)
    case badHomeName(String)
    case badAddress(String)
    case clockNotSet(Date)
    case rootKeyMissing(root: String)
    case rootDamaged(root: String)
    /// The clock is earlier than the creation of the root.
    case rootNotYetValid(root: String, from: Date, now: Date)
    case rootExpired(root: String, until: Date, now: Date)
    /// The clock is earlier than the creation of the roots that a rotation has made.
    case nextRootNotYetValid(from: Date, now: Date)
    /// The roots were exchanged, and what depends on them could not be stored completely.
    case exchangeUnfinished
    case ledgerDamaged
    case macInUse(String, by: CredentialID)
    /// The library that encodes and signs reported an error.
    case encoding(String)

    package var description: String {
        switch self {
        case .file(let error): error.description
        case .badSecretName: "A secret's name has 1 to 64 characters out of a-z, 0-9 and '-'."
        case .secretDamaged(let name):
            "The secret '\(name)' cannot be opened: it was changed, or sealed with another key. Restore it from a backup."
        case .secretNotEncrypted(let name): "The secret '\(name)' could not be encrypted, so it was not stored."
        case .badCredentialID(let text):
            "'\(text)' cannot be a device's credential: use 1 to 64 characters out of a-z, 0-9 and '-', not beginning with '-'."
        case .reservedCredentialID(let text): "'\(text)' is reserved: choose another credential for the device."
        case .badHomeName(let text):
            "'\(text)' cannot be the home's name on the network: use letters, digits and '-', ending in '.local'."
        case .badAddress(let text): "'\(text)' is not an IPv4 or IPv6 address."
        case .clockNotSet(let now):
            "The clock says \(now.formatted(.iso8601)): set it before the first start, so that certificates get "
                + "correct dates."
        case .rootKeyMissing(let root):
            "The \(root) root has a certificate, but its key is missing: restore the secrets from a backup."
        case .rootDamaged(let root): "The \(root) root certificate cannot be read: restore it from a backup."
        case .rootNotYetValid(let root, let from, let now):
            "The clock is behind: it says \(now.formatted(.iso8601)), but this home's \(root) root was made after "
                + "\(from.formatted(.iso8601)). Set the clock (timedatectl set-ntp true, or timedatectl set-time), then "
                + "start the gateway again. Nothing of the home is lost."
        case .rootExpired(let root, let until, let now):
            "This home's \(root) root was valid until \(until.formatted(.iso8601)), and the clock says "
                + "\(now.formatted(.iso8601)). If that date is wrong, set the clock (timedatectl set-ntp true, or "
                + "timedatectl set-time), then start the gateway again. Nothing of the home is lost."
        case .nextRootNotYetValid(let from, let now):
            "The clock says \(now.formatted(.iso8601)), but the new keys were made after \(from.formatted(.iso8601)): it was ahead "
                + "then, or is behind now. Nothing was changed, and the old keys count. If the clock is behind, set it, then try "
                + "again; if it is right, make other new keys with the step rotateKeys."
        case .exchangeUnfinished:
            "The old keys are being ended, but not everything could be stored: see tomte doctor, then repeat the step "
                + "finishRotation."
        case .ledgerDamaged: "The list of issued certificates cannot be read: restore the secrets from a backup."
        case .macInUse(let mac, let owner): "The device \(mac) has a credential already: \(owner)."
        case .encoding(let detail): "A certificate could not be made: \(detail)."
        }
    }

    /// The same for people elsewhere: without the paths of folders.
    package var explanation: String {
        if case .file(let error) = self { error.explanation } else { description }
    }
}
