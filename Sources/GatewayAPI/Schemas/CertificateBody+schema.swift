import GatewayWire
import HomeCertificates

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
