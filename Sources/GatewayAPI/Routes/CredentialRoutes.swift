import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

/// The credentials with which devices connect to the broker.
enum CredentialRoutes {
    static let all: [Route] = [
        .on(
            .post, path: "/devices/:id/provision", access: .requires(.addDevices), confirming: .commands,
            summary: "Issue a credential for a device, with the steps to set it up", taking: ProvisionBody.self,
            problems: [.conflict]
        ) { call, body in
            let request = CredentialRequest(
                root: try call.id(of: Device.self), family: body.dialect, proof: body.proof, mac: body.mac)
            return Created(CredentialBody(try await call.home.credentials.provision(request, as: call.identity)))
        },
        .on(.get, path: "/credentials", access: .requires(.addDevices), summary: "List the credentials of devices") {
            call in
            try await call.home.credentials.list(as: call.identity).map { ListedCredentialBody($0) }
        },
        .on(
            .delete, path: "/credentials/:id", access: .requires(.addDevices),
            summary: "Revoke a credential that no device of the home uses, and close its connection",
            problems: [.conflict]
        ) { call in
            try await call.home.credentials.revoke(try call.id(of: Device.self), as: call.identity)
            return NoContent()
        },
    ]
}
