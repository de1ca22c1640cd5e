import GatewayWire
import HomeCertificates

extension EndpointBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Door",
        .object(
            ["isClaimed": .boolean.about("Whether the home has an owner.")],
            optional: [
                "host": .text.about("The name of the gateway on the network."),
                "port": .integer.about("The port of the HTTPS endpoint."),
                "certificateFingerprint": .fingerprint,
                "publicKeyFingerprint": .fingerprint.about("Clients pin this one: it does not change on renewal."),
                "webRoot": .webRoot,
                "nextWebRoot": .webRoot.about(
                    "The root that takes its place, while the keys of the home are rotated. Install both."),
            ]
        ).about("The optional properties are absent if the home has no HTTPS endpoint."))
    static let example = EndpointBody(
        isClaimed: false, host: "tomte.local", port: 8443, certificateFingerprint: String(repeating: "e4", count: 32),
        publicKeyFingerprint: String(repeating: "c3", count: 32),
        webRoot: RootCertificateBody(
            certificate: "-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----",
            fingerprint: String(repeating: "a1", count: 32), expiresAt: .example),
        nextWebRoot: RootCertificateBody(
            certificate: "-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----",
            fingerprint: String(repeating: "b2", count: 32), expiresAt: .example, neededFrom: .example))
}

extension Schema {
    fileprivate static let webRoot = component(
        "WebRoot",
        .object(
            ["certificate": .text.about("PEM."), "fingerprint": .fingerprint, "expiresAt": .time],
            optional: [
                "neededFrom": .time.about(
                    "Of the next root: when it is needed at the latest. Of one that replaced another: since when.")
            ]
        ).about("The root that residents may install, so that their phones and computers trust the HTTPS endpoint."))
}

extension CertificateBody: DocumentedBody {
    static let schema = Schema.component(
        "Certificate",
        .object([
            "use": .word(of: HomeCertificateInfo.Use.self), "fingerprint": .fingerprint, "expiresAt": .time,
            "names": .array(of: .text).about(
                "The names and addresses for which it is valid; empty if it is not limited to any."),
        ]))
    static let example = CertificateBody(
        use: HomeCertificateInfo.Use.api.rawValue, fingerprint: String(repeating: "e4", count: 32),
        names: ["tomte.local", "192.168.1.20"], expiresAt: .example)
}
