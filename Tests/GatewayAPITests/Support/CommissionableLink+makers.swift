import HomeModel

@testable import GatewayCore

/// Instead of a certificate, these tests send the name of a maker: `acme`, or `prototypes`, which is for tests. The maker
/// `basics` comes with the program.
extension CommissionableLink: MakerTrustingLink {
    static let basics = DeviceMakerID("ba51c5ba51c5ba51" as StaticString)
    static let acme = DeviceMakerID("acaeacaeacaeacae" as StaticString)
    static let prototypes = DeviceMakerID("7e577e577e577e57" as StaticString)

    func makers() async -> DeviceMakers {
        let basics = Self.maker(Self.basics, name: "CN=Basics", isForTests: false, isAdded: false)
        return DeviceMakers(
            all: [basics] + addedMakers, listDate: LocalDate("2026-02-17"), damage: ["Line 7 is no certificate."])
    }

    func maker(of certificate: String) async throws(DeviceMakerFailure) -> DeviceMaker {
        switch certificate {
        case "acme": Self.maker(Self.acme, name: "CN=Acme\u{1B}", isForTests: false, isAdded: true)
        case "prototypes": Self.maker(Self.prototypes, name: "CN=Test", isForTests: true, isAdded: true)
        default: throw .malformed("The file has 0 certificates in PEM form; it must have exactly one.")
        }
    }

    func addMaker(_ certificate: String) async throws(DeviceMakerFailure) -> DeviceMaker {
        let maker = try await maker(of: certificate)
        guard !addedMakers.contains(maker) else { throw .known("This maker is known already.") }
        addedMakers.append(maker)
        return maker
    }

    func removeMaker(_ id: DeviceMakerID) async throws(DeviceMakerFailure) {
        addedMakers.removeAll { $0.id == id }
    }

    private static func maker(
        _ id: DeviceMakerID, name: String, isForTests: Bool, isAdded: Bool
    ) -> DeviceMaker {
        DeviceMaker(
            id: id, role: .authority, subject: name, vendorID: 0x1234,
            fingerprint: String(repeating: id.rawValue, count: 4), isForTests: isForTests, isAdded: isAdded)
    }
}
