import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// Sessions and clients, and PINs with which people confirm what they do.
enum SessionRoutes {
    static let all: [Route] = [
        .keyProof(
            .post, "/sessions/refresh", "Get new tokens for a refresh token, which is valid once",
            taking: RefreshBody.self
        ) { call, refresh in
            SessionBody(try await call.home.clients.renew(refresh.refreshToken, key: call.key))
        },
        .on(
            .delete, "/sessions/current", .perItem, "Sign out; the client then needs a new invitation",
            problems: [.conflict]
        ) { call in
            try await call.home.clients.signOut(as: call.identity)
            return NoContent()
        },
        .on(
            .post, "/step-up", .perItem, "Confirm one purpose with the caller's PIN, for five minutes",
            taking: StepUpBody.self, problems: [.conflict, .busy]
        ) { call, stepUp in
            try await call.home.pins.stepUp(stepUp.pin, for: stepUp.purpose, as: call.identity)
            return NoContent()
        },
        .on(.put, "/people/:id/pin", .perItem, "Set the caller's own PIN", taking: PINBody.self, problems: [.busy]) {
            call, body in
            try await call.home.pins.set(
                body.pin, current: body.currentPIN, of: try call.id(of: Person.self), as: call.identity)
            return NoContent()
        },
        .on(
            .delete, "/people/:id/pin", .requires(.managePeople), confirming: .people, "Clear a forgotten PIN"
        ) { call in
            try await call.home.pins.clear(try call.id(of: Person.self), as: call.identity)
            return NoContent()
        },
        .on(
            .post, "/people/:id/pin/permission", .requires(.managePeople), confirming: .people,
            "Allow a person without a PIN to set the first one, for ten minutes", problems: [.conflict]
        ) { call in
            try await call.home.pins.allowFirst(of: try call.id(of: Person.self), as: call.identity)
            return NoContent()
        },
        .on(.get, "/clients", .perItem, "List the caller's clients; all clients for a caller who manages people") {
            call in
            try await call.home.clients.list(as: call.identity).map {
                ClientBody($0, isThis: $0.id == call.identity.client)
            }
        },
        .on(.patch, "/clients/:id", .perItem, "Rename a client", taking: NewNameBody.self) { call, new in
            let client = try await call.home.clients.rename(
                try call.id(of: Client.self), name: new.name, as: call.identity)
            return ClientBody(client, isThis: client.id == call.identity.client)
        },
        .on(.delete, "/clients/:id", .perItem, "Revoke a client at once") { call in
            try await call.home.clients.revoke(try call.id(of: Client.self), as: call.identity)
            return NoContent()
        },
        .on(.post, "/clients/:id/unlock", .console, "Unlock a client that is locked after too many failures") { call in
            try await call.home.pins.unlock(try call.id(of: Client.self), as: call.identity)
            return NoContent()
        },
    ]
}
