import GatewayCore
import GatewayWire
import HomeModel

extension DeviceMakerBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "DeviceMaker",
        .object(
            [
                "id": .id.about("The first 16 digits of the fingerprint."),
                "role": .word(of: DeviceMaker.Role.self).about(
                    "`authority`: it signs for one maker or for several. `declarationSigner`: it signs that products are "
                        + "certified. `declarationRoot`: it signs for these signers."),
                "subject": .text.about("The subject of the certificate, escaped."),
                "fingerprint": .text(pattern: "^[0-9a-f]{64}$").about("SHA-256 of the certificate."),
                "isForTests": .boolean.about(
                    "Whether many people have its key. Each device of such a maker still needs a person's consent."),
                "isAdded": .boolean.about("Whether a person added it; the others come with the program."),
            ],
            optional: [
                "vendorID": .integer(0...65535).about(
                    "The only maker whose devices it may confirm, by its number; absent for any maker.")
            ]))

    static let example = DeviceMakerBody(
        id: DeviceMakerID("c0ffee00c0ffee00"), role: .authority, subject: "CN=Acme Matter PAA", vendorID: 4660,
        fingerprint: String(repeating: "c0ffee00", count: 8), isForTests: false, isAdded: true)

    init(_ maker: DeviceMaker) {
        self.init(
            id: maker.id, role: maker.role, subject: EscapedText(maker.subject, limit: 200).description,
            vendorID: maker.vendorID.map(Int.init), fingerprint: maker.fingerprint, isForTests: maker.isForTests,
            isAdded: maker.isAdded)
    }
}

extension DeviceMakersBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "DeviceMakers",
        .object(
            [
                "makers": .array(of: DeviceMakerBody.schema),
                "damage": .array(of: .text).about("Sentences about entries and files that were left out."),
            ],
            optional: [
                "listDate": .text(format: "date").about(
                    "The day of the list that comes with the program; absent without a list.")
            ]))

    static let example = DeviceMakersBody(listDate: "2026-02-17", makers: [.example], damage: [])

    init(_ makers: DeviceMakers) {
        self.init(
            listDate: makers.listDate.map { "\($0)" }, makers: makers.all.map { DeviceMakerBody($0) },
            damage: makers.damage)
    }
}

extension NewDeviceMakerBody: DocumentedBody {
    static let schema = Schema.component(
        "NewDeviceMaker",
        .object(
            [
                "certificate": .text(1...maximumBytes).about(
                    "In PEM form: a product attestation authority (PAA), or a signer of certification declarations.")
            ],
            optional: [
                "acceptsTests": .boolean.about("Whether a maker for tests is wanted too. False if absent.")
            ]))

    static let example = NewDeviceMakerBody(
        certificate: "-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n")

    /// Throws `.invalid` for a text that is too long.
    var checkedCertificate: String {
        get throws(ActionRefusal) {
            guard certificate.utf8.count <= Self.maximumBytes else {
                throw .invalid(
                    field: "certificate", code: "tooLong",
                    detail: "A certificate in PEM form has at most \(Self.maximumBytes) bytes.")
            }
            return certificate
        }
    }
}
