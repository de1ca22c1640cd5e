import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

/// How devices get in, and how that ends.
enum CredentialRoutes {
    static let all: [Route] = [
        .on(
            .post, "/devices/:id/provision", .requires(.addDevices), confirming: .commands,
            "A credential for a device that shall join, and how it is set up", taking: ProvisionBody.self,
            problems: [.conflict]
        ) { call, body in
            let request = CredentialRequest(
                root: try call.id(of: Device.self), family: body.dialect, proof: body.proof, mac: body.mac)
            return Created(CredentialBody(try await call.home.credentials.provision(request, as: call.identity)))
        },
        .on(.get, "/credentials", .requires(.addDevices), "Who was let in, and how") { call in
            try await call.home.credentials.list(as: call.identity).map { ListedCredentialBody($0) }
        },
        .on(
            .delete, "/credentials/:id", .requires(.addDevices),
            "Take a credential back that no device of the home uses; its connection is cut", problems: [.conflict]
        ) { call in
            try await call.home.credentials.revoke(try call.id(of: Device.self), as: call.identity)
            return NoContent()
        },
    ]
}
