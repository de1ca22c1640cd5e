import GatewayWire

extension DoorBody: DocumentedBody, Answer {
    static let schema = Schema.component(
        "Door",
        .object(
            ["isClaimed": .boolean.about("Whether the home has an owner.")],
            optional: [
                "certificateFingerprint": .fingerprint,
                "publicKeyFingerprint": .fingerprint.about("This one is pinned: it survives renewal."),
                "webRoot": .webRoot,
            ]
        ).about("Absent is what a home without an HTTPS door does not have."))
    static let example = DoorBody(
        isClaimed: false, certificateFingerprint: String(repeating: "e4", count: 32),
        publicKeyFingerprint: String(repeating: "c3", count: 32),
        webRoot: WebRootBody(
            certificate: "-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----",
            fingerprint: String(repeating: "a1", count: 32), expiresAt: .example))
}

extension Schema {
    fileprivate static let webRoot = component(
        "WebRoot",
        .object(["certificate": .text.about("PEM."), "fingerprint": .fingerprint, "expiresAt": .time]
        ).about("What residents may install, so that their phones and computers know the door."))
}
