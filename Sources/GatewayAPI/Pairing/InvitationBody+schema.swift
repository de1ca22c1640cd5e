import GatewayCore
import GatewayWire
import HomeModel

extension NewInvitationBody: DocumentedBody {
    static let schema = Schema.component(
        "NewInvitation",
        .object(
            ["validMinutes": .integer(5...20_160).about("5 minutes to 14 days."), "admission": .admission],
            optional: [
                "person": .id.about("An existing person; else `newPerson`."), "newPerson": NewPersonBody.schema,
                "grants": .array(of: .invitedGrant, atMost: 10).about("Take effect when the invitation is used."),
                "scope": .array(of: .permission).about("The most that its sessions may do; all permissions if absent."),
            ]))
    static let example = NewInvitationBody(
        newPerson: .example, validMinutes: 10_080, admission: .number, grants: [.example])
}

extension InvitationBody: DocumentedBody {
    static let schema = Schema.component(
        "Invitation",
        .object(
            [
                "id": .id, "person": .id, "expiresAt": .time, "admission": .admission,
                "invitedBy": .text.about("A person or the console, as in the audit log."),
                "state": .word(of: State.self),
                "waitsForClock": .boolean.about("It cannot be used until the gateway knows the time."),
                "grants": .array(of: .invitedGrant),
                "wrongSecrets": .count.about("Wrong secrets that named this invitation."),
                "wrongNumbers": .count.about("Wrong numbers; the third one ends it."),
            ],
            optional: [
                "endedBy": .word(of: Invitation.Ending.self), "scope": .array(of: .permission), "clientName": .name,
                "digits": .digits.about("What both sides show; the approval repeats it."),
            ]
        ).about("An invitation, without its secrets."))
    static let example = InvitationBody(
        id: InvitationID("4tq9m2xk7b3c8d5e"), person: PersonID("kim"), invitedBy: "olga", admission: .approval,
        state: .waiting, expiresAt: .example, grants: [.example], clientName: "Kims phone", digits: "482915")
}

extension SentInvitationBody: DocumentedBody {
    static let schema = Schema.component(
        "SentInvitation",
        .object(
            [
                "invitation": InvitationBody.schema,
                "link": .text(format: "uri").about(
                    "To open on a phone or in a browser; the secret is in its fragment."),
                "qr": .array(of: .text(pattern: "^[01]+$")).about(
                    "The QR code of the link, row by row: 1 is dark, 0 is light; without a margin."),
            ],
            optional: ["number": .digits.about("To say, or to send by another way than the link.")]
        ).about("Shown once: the secret and the number are stored nowhere."))
    static let example = SentInvitationBody(
        invitation: .example,
        link: InvitationLink(
            host: "tomte.local", port: 8443, id: InvitationID("4tq9m2xk7b3c8d5e"), secret: "b3BlbiBzZXNhbWUgMTYgYg",
            publicKeyFingerprint: String(repeating: "c3", count: 32), expiresAt: .example
        ).text,
        qr: ["101", "010", "110"], number: "482915")
}

extension InvitationApprovalBody: DocumentedBody {
    static let schema = Schema.component("InvitationApproval", .object(["digits": .digits]))
    static let example = InvitationApprovalBody(digits: "482915")
}

extension InvitationSecretBody: DocumentedBody {
    static let schema = Schema.component("InvitationSecret", .object(["secret": .secret]))
    static let example = InvitationSecretBody(secret: "b3BlbiBzZXNhbWUgMTYgYg")
}

extension OpenedInvitationBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "OpenedInvitation",
        .object(
            ["home": .name, "person": .name, "admission": .admission, "expiresAt": .time],
            optional: [
                "inviter": .name.about("Who invites; absent for an invitation from the console."),
                "scope": .array(of: .permission).about("The most that the client may do; all permissions if absent."),
            ]))
    static let example = OpenedInvitationBody(
        home: "Villa", person: "Kim", inviter: "Olga", admission: .approval, expiresAt: .example)
}

extension CommitmentBody: DocumentedBody {
    static let schema = Schema.component(
        "Commitment",
        .object([
            "secret": .secret, "clientName": .name,
            "commitment": .text(pattern: "^[A-Za-z0-9_-]{43}$").about(
                "SHA-256, base64url, of the lines `tomte pairing commitment 1`, nonce and key thumbprint."),
        ]))
    static let example = CommitmentBody(
        secret: "b3BlbiBzZXNhbWUgMTYgYg", commitment: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I",
        clientName: "Kims phone")
}

extension PairingNonceBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "PairingNonce", .object(["nonce": .text(pattern: "^[A-Za-z0-9_-]{22}$").about("128 random bits, base64url.")]))
    static let example = PairingNonceBody(nonce: "b3BlbiBzZXNhbWUgMTYgYg")
}

extension InvitationNumberBody: DocumentedBody {
    static let schema = Schema.component(
        "InvitationNumber",
        .object([
            "secret": .secret, "clientName": .name, "number": .text(1...40).about("Six digits; spaces are ignored."),
        ]))
    static let example = InvitationNumberBody(
        secret: "b3BlbiBzZXNhbWUgMTYgYg", number: "482915", clientName: "Kims phone")
}

extension InvitedGrantBody {
    fileprivate static let example = {
        var example = InvitedGrantBody(permissions: [.controlDevices])
        example.devices = [DeviceID("front-door")]
        example.windows = ["tue 08:00-18:00"]
        return example
    }()
}

extension Schema {
    fileprivate static let secret = text(1...64).about("The secret of the link: 128 bits, base64url.")
    fileprivate static let digits = component("Digits", .text(pattern: "^[0-9]{6}$").about("Six digits."))
    fileprivate static let admission = component(
        "Admission",
        .word(of: Invitation.Admission.self).about(
            "`approval`: a person compares six digits and approves; `number`: the client enters six digits."))
    fileprivate static let invitedGrant = component(
        "InvitedGrant",
        .object(["permissions": .array(of: .permission)], optional: .grantTerms).about("A grant without its person."))
}
