import GatewayCore
import GatewayWire
import HomeCertificates
import HomeModel

extension CredentialBody {
    /// The only response body that contains a device's private key or password.
    init(_ credential: DeviceCredential) {
        let sheet = SetupSheet(credential)
        var (certificate, privateKey): (String?, String?)
        if case .certificate(let pem, let key) = credential.key { (certificate, privateKey) = (pem, key.exposedText) }
        self.init(
            root: credential.root, dialect: credential.request.family, proof: credential.request.proof,
            host: credential.host, addresses: credential.addresses, port: credential.port,
            certificateAuthority: credential.authorityPEM, certificate: certificate, privateKey: privateKey,
            password: credential.password,
            steps: sheet.steps.map {
                SetupStepBody(title: $0.title, text: $0.text, fileName: $0.fileName, isSecret: $0.isSecret)
            },
            notes: sheet.notes, scannable: sheet.scannable)
    }
}

extension ListedCredentialBody {
    init(_ credential: ListedCredential) {
        self.init(
            root: credential.root, dialect: credential.family, proof: credential.proof, mac: credential.mac,
            issuedAt: credential.issuedAt, expiresAt: credential.expiresAt, isEnding: credential.isEnding)
    }
}
