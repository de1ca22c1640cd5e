import DeviceProtocols
import GatewayWire
import HomeModel

extension Schema {
    private static let credentialProof = component("CredentialProof", .word(of: CredentialKind.self))
    static let deviceFamily = component("DeviceFamily", .word(of: DeviceFamily.self))

    fileprivate static let proof = credentialProof.about(
        "A client certificate, or a password for the compatibility listener.")
    fileprivate static let dialect = deviceFamily.about("The family of the device, which decides how it is set up.")
    static let mac = component(
        "MACAddress",
        .text(pattern: "^[0-9A-Fa-f]{2}([:-]?[0-9A-Fa-f]{2}){5}$").about("`A4:CF:12:00:1B:2C`; not all zeros or ones."))
}

extension ProvisionBody: DocumentedBody {
    static let schema = Schema.component(
        "Provision",
        .object(
            ["dialect": .dialect],
            optional: [
                "proof": .proof.about(
                    "If absent, that of the credential that it replaces, or else the kind that the family supports."),
                "mac": .mac.about(
                    "Required for \(identified.joined(separator: ", ")), whose announcements contain it."),
            ]))

    static let example = ProvisionBody(
        dialect: (DeviceFamilies.identifiedByMAC.first ?? DeviceFamilies.standard).name,
        mac: MACAddress("A4:CF:12:00:1B:2C"))

    /// The families whose devices need a MAC address, as code.
    private static var identified: [String] { DeviceFamilies.identifiedByMAC.map { "`\($0.name.rawValue)`" } }
}

extension CredentialBody: DocumentedBody {
    static let schema = Schema.component(
        "Credential",
        .object(
            [
                "root": .id.about("The device's root topic, user name and client id."), "dialect": .dialect,
                "proof": .proof, "host": .text, "addresses": .array(of: .text), "port": .integer(1...65_535),
                "certificateAuthority": .text.about("PEM."), "steps": .array(of: SetupStepBody.schema),
                "notes": .array(of: CodedSentence.schema).about(
                    "Hints to read before the setup, and when it does not work."),
            ],
            optional: [
                "certificate": .text.about("PEM."), "privateKey": .text.about("PEM; returned once and not stored."),
                "password": .text.about("Returned once and not stored."),
                "scannable": .text.about("The text for a QR code; it contains the password."),
            ]))

    static let example = CredentialBody(
        root: DeviceID("desk-lamp"), dialect: DeviceFamilies.standard.name, proof: .certificate, host: "tomte.local",
        addresses: ["192.168.1.10"], port: 8883, certificateAuthority: "-----BEGIN CERTIFICATE-----…",
        certificate: "-----BEGIN CERTIFICATE-----…", privateKey: "-----BEGIN PRIVATE KEY-----…",
        steps: [.example], notes: [.example])
}

extension SetupStepBody: DocumentedBody {
    static let schema = Schema.component(
        "SetupStep",
        .object([
            "title": .text.about("What to do with the text."), "code": .text.about("Stays the same in later versions."),
            "values": .sentenceValues.about("The values in the title, to write it in another language."), "text": .text,
            "fileName": .text, "isSecret": .boolean,
        ]))

    static let example = SetupStepBody(
        title: CodedSentence("settings", text: "The settings of the device"),
        text: "User name     desk-lamp, also the client id",
        fileName: "desk-lamp.setup.txt",
        isSecret: false)
}

extension ListedCredentialBody: DocumentedBody {
    static let schema = Schema.component(
        "ListedCredential",
        .object(
            [
                "root": .id, "proof": .proof,
                "devices": .array(of: .name).about("The names of the devices of the home that connect with it."),
                "isEnding": .boolean.about("Whether it is revoked, but its connection could not be closed yet."),
            ],
            optional: ["dialect": .dialect, "mac": .mac, "issuedAt": .time, "expiresAt": .time]))

    static let example = ListedCredentialBody(
        root: DeviceID("desk-lamp"), devices: ["Desk lamp"], dialect: DeviceFamilies.standard.name,
        proof: .certificate, mac: nil, issuedAt: .example,
        expiresAt: .example, isEnding: false)
}
