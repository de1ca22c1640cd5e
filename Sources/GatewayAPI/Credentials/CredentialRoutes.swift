import DeviceProtocols
import GatewayCore
import GatewayWire
import HomeCertificates
import HomeModel
import Hummingbird

/// The credentials with which devices connect to the broker.
enum CredentialRoutes {
    static let all: [Route<DeviceServices>] = [
        .on(
            .post, path: "/devices/:id/provision", access: .requires(.addDevices), confirming: .commands,
            summary: "Issue a credential for a device, with the steps to set it up", taking: ProvisionBody.self,
            problems: [.conflict]
        ) { call, body in
            guard let family = DeviceFamilies.definition(of: body.dialect) else {
                throw ActionRefusal.invalid(
                    field: "dialect", code: "unknown", detail: "No device family has this name.")
            }
            let request = CredentialRequest(
                root: try call.id(of: Device.self), terms: family.terms, proof: body.proof, mac: body.mac)
            return Created(CredentialBody(try await call.services.credentials.provision(request, as: call.identity)))
        },
        .on(.get, path: "/credentials", access: .requires(.addDevices), summary: "List the credentials of devices") {
            call in
            var bodies: [ListedCredentialBody] = []
            for credential in try await call.services.credentials.list(as: call.identity) {
                let names = await call.services.credentials.deviceNames(behind: credential.root)
                bodies.append(ListedCredentialBody(credential, devices: names.map(\.text)))
            }
            return bodies
        },
        .on(
            .delete, path: "/credentials/:id", access: .requires(.addDevices),
            summary: "Revoke a credential that no device of the home uses, and close its connection",
            problems: [.conflict]
        ) { call in
            try await call.services.credentials.revoke(try call.id(of: Device.self), as: call.identity)
            return NoContent()
        },
    ]
}

extension CredentialBody {
    /// The only response body that contains a device's private key or password.
    init(_ credential: DeviceCredential) {
        var (certificate, privateKey): (String?, String?)
        if case .certificate(let pem, let key) = credential.key { (certificate, privateKey) = (pem, key.exposedText) }
        self.init(
            root: credential.root, dialect: credential.request.family, proof: credential.request.proof,
            host: credential.host, addresses: credential.addresses, port: credential.port,
            certificateAuthority: credential.authorityPEM, certificate: certificate, privateKey: privateKey,
            password: credential.password,
            steps: credential.sheet.steps.map {
                SetupStepBody(title: $0.title, text: $0.text, fileName: $0.fileName, isSecret: $0.isSecret)
            },
            notes: credential.sheet.notes, scannable: credential.sheet.scannable)
    }
}

extension ListedCredentialBody {
    init(_ credential: ListedCredential, devices: [String]) {
        self.init(
            root: credential.root, devices: devices, dialect: credential.family, proof: credential.proof,
            mac: credential.mac,
            issuedAt: credential.issuedAt, expiresAt: credential.expiresAt, isEnding: credential.isEnding)
    }
}
