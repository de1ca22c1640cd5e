package import HomeModel

/// A link whose devices prove who made them, and which knows makers by their certificates.
package protocol MakerTrustingLink: PairingLink {
    /// The makers that the link knows now.
    func makers() async -> DeviceMakers

    /// Reads a certificate in PEM form, without adding it.
    func maker(of certificate: String) async throws(DeviceMakerFailure) -> DeviceMaker

    /// Trusts the maker of a certificate in PEM form. Returns when that is on disk.
    func addMaker(_ certificate: String) async throws(DeviceMakerFailure) -> DeviceMaker

    /// Ends the trust in a maker that was added. Devices that are paired stay.
    func removeMaker(_ id: DeviceMakerID) async throws(DeviceMakerFailure)
}

/// Why a maker was not added or removed. Each has a sentence for people.
package enum DeviceMakerFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case notFound
    /// The text is no certificate of a maker.
    case malformed(String)
    /// The maker is known already, or comes with the program.
    case known(String)
    /// The disk did not store it.
    case notStored(String)

    package var description: String {
        switch self {
        case .notFound: "The gateway knows no maker with this id."
        case .malformed(let reason), .known(let reason), .notStored(let reason): reason
        }
    }
}
