import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// Sessions and clients, and PINs with which people confirm what they do.
enum SessionRoutes {
    static let all: [Route<SessionServices>] = [
        .keyProof(
            .post, path: "/sessions/refresh", summary: "Get new tokens for a refresh token, which is valid once",
            taking: RefreshBody.self
        ) { call, refresh in
            SessionBody(try await call.services.clients.renew(refresh.refreshToken, key: call.key))
        },
        .on(
            .delete, path: "/sessions/current", access: .perItem,
            summary: "Sign out; the client then needs a new invitation",
            problems: [.conflict]
        ) { call in
            try await call.services.clients.signOut(as: call.identity)
            return NoContent()
        },
        .on(
            .post, path: "/step-up", access: .perItem,
            summary: "Confirm one purpose with the caller's PIN, for five minutes",
            taking: StepUpBody.self, problems: [.conflict, .busy]
        ) { call, stepUp in
            try await call.services.pins.stepUp(stepUp.pin, for: stepUp.purpose, as: call.identity)
            return NoContent()
        },
        .on(
            .put, path: "/people/:id/pin", access: .perItem, summary: "Set the caller's own PIN", taking: PINBody.self,
            problems: [.busy]
        ) {
            call, body in
            try await call.services.pins.set(
                body.pin, current: body.currentPIN, of: try call.id(of: Person.self), as: call.identity)
            return NoContent()
        },
        .on(
            .delete, path: "/people/:id/pin", access: .requires(.managePeople), confirming: .people,
            summary: "Clear a forgotten PIN"
        ) { call in
            try await call.services.pins.clear(try call.id(of: Person.self), as: call.identity)
            return NoContent()
        },
        .on(
            .post, path: "/people/:id/pin/permission", access: .requires(.managePeople), confirming: .people,
            summary: "Allow a person without a PIN to set the first one, for ten minutes", problems: [.conflict]
        ) { call in
            try await call.services.pins.allowFirst(of: try call.id(of: Person.self), as: call.identity)
            return NoContent()
        },
        .on(
            .get, path: "/clients", access: .perItem,
            summary: "List the caller's clients; all clients for a caller who manages people"
        ) {
            call in
            try await call.services.clients.list(as: call.identity).map {
                ClientBody($0, isThis: $0.id == call.identity.client)
            }
        },
        .on(.patch, path: "/clients/:id", access: .perItem, summary: "Rename a client", taking: NewNameBody.self) {
            call, new in
            let client = try await call.services.clients.rename(
                try call.id(of: Client.self), name: new.name, as: call.identity)
            return ClientBody(client, isThis: client.id == call.identity.client)
        },
        .on(.delete, path: "/clients/:id", access: .perItem, summary: "Revoke a client at once") { call in
            try await call.services.clients.revoke(try call.id(of: Client.self), as: call.identity)
            return NoContent()
        },
        .on(
            .post, path: "/clients/:id/unlock", access: .console,
            summary: "Unlock a client that is locked after too many failures"
        ) { call in
            try await call.services.pins.unlock(try call.id(of: Client.self), as: call.identity)
            return NoContent()
        },
    ]
}
