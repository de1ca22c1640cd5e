import GatewayWire
import HomeModel

extension ClaimBody: DocumentedBody {
    static let schema = Schema.component(
        "Claim", .object(["code": .code, "name": .name.about("The name of the owner."), "clientName": .name]))
    static let example = ClaimBody(code: "4TQ9M-2XK7B", name: "Anna", clientName: "Annas phone")
}

extension PairBody: DocumentedBody {
    static let schema = Schema.component("Pair", .object(["code": .code, "clientName": .name]))
    static let example = PairBody(code: "4TQ9M-2XK7B", clientName: "Annas phone")
}

extension PairingBody: DocumentedBody {
    static let schema = Schema.component(
        "Pairing",
        .object([
            "id": .id, "person": .id, "clientName": .name, "thumbprint": .shortThumbprint, "isApproved": .boolean,
        ]))
    static let example = PairingBody(
        id: "4tq9m2xk7b3c8d5e", person: PersonID("anna"), clientName: "Annas phone",
        thumbprint: "0ZcO CORZ NYy- DWpq", isApproved: false)
}

extension NewPairingCodeBody: DocumentedBody {
    static let schema = Schema.component(
        "NewPairingCode",
        .object(
            ["person": .id],
            optional: [
                "scope": .array(of: .permission).about("The most that its sessions may do; all permissions if absent."),
                "approveAny": .boolean.about("Approves the pairing without a comparison of thumbprints: for scripts."),
            ]))
    static let example = NewPairingCodeBody(person: PersonID("anna"), scope: [.controlDevices])
}

extension OpenPairingCodeBody: DocumentedBody {
    static let schema = Schema.component(
        "OpenPairingCode",
        .object(
            [
                "id": .id, "person": .id, "expiresAt": .time,
                "invitedBy": .text.about("A person or the console, as in the audit log."),
                "approveAny": .boolean.about("The pairing is approved without a comparison of thumbprints."),
                "wrongTries": .count.about("Wrong codes of all clients since it was made; the fifth one ends it."),
            ],
            optional: ["scope": .array(of: .permission)]
        ).about("An open pairing code, without the code itself."))
    static let example = OpenPairingCodeBody(
        id: "4tq9m2xk7b3c8d5e", person: PersonID("anna"), invitedBy: "olga", scope: [.controlDevices],
        approveAny: false, expiresAt: .example, wrongTries: 0)
}

extension PairingOfferBody: DocumentedBody {
    static let schema = Schema.component(
        "PairingOffer",
        .object(
            [
                "version": .words(["1"]),
                "purpose": .words([PairingPayload.Purpose.pair.rawValue, PairingPayload.Purpose.claim.rawValue]),
                "host": .text, "port": .integer(1...65_535), "code": .code, "certificateFingerprint": .fingerprint,
                "publicKeyFingerprint": .fingerprint.about("Clients pin this one: it does not change on renewal."),
                "link": .text(format: "uri").about(
                    "All of this as a link to open on a phone or in a browser; the code is in its fragment."),
                "qr": .array(of: .text(pattern: "^[01]+$")).about(
                    "The QR code of the link, row by row: 1 is dark, 0 is light; without a margin."),
            ],
            optional: ["expiresAt": .time]
        ).about("All that one client needs for pairing."))
    static let example = PairingOfferBody(
        PairingPayload(
            purpose: .pair, host: "tomte.local", port: 8443, code: "4TQ9M-2XK7B", expiresAt: .example,
            certificateFingerprint: String(repeating: "e4", count: 32),
            publicKeyFingerprint: String(repeating: "c3", count: 32)),
        qr: ["101", "010", "110"])
}

extension Schema {
    fileprivate static let code = component(
        "PairingCode", .text(1...40).about("Ten characters of Crockford's base 32; case and dashes are ignored."))
    static let fingerprint = component(
        "Fingerprint", .text(pattern: "^[0-9a-f]{64}$").about("SHA-256, hexadecimal."))
}
