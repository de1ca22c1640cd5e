import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// Sessions of clients that are in, and what a PIN confirms.
enum SessionRoutes {
    static let all: [Route] = [
        .holdingKey(
            .post, "/sessions/refresh", "New tokens for a refresh token, which is good once", taking: RefreshBody.self
        ) { call, refresh in
            SessionBody(try await call.home.clients.renew(refresh.refreshToken, key: call.key))
        },
        .on(
            .delete, "/sessions/current", .perItem, "Sign out; the client has to be invited again",
            problems: [.conflict]
        ) { call in
            try await call.home.clients.signOut(as: call.identity)
            return NoContent()
        },
        .on(
            .post, "/step-up", .perItem, "Confirm one purpose with one's PIN, for five minutes",
            taking: StepUpBody.self, problems: [.conflict, .busy]
        ) { call, stepUp in
            try await call.home.pins.stepUp(stepUp.pin, for: stepUp.purpose, as: call.identity)
            return NoContent()
        },
        .on(.put, "/people/:id/pin", .perItem, "Set one's own PIN", taking: PINBody.self, problems: [.busy]) {
            call, body in
            try await call.home.pins.set(
                body.pin, current: body.currentPIN, of: try call.id(of: Person.self), as: call.identity)
            return NoContent()
        },
        .on(
            .delete, "/people/:id/pin", .requires(.managePeople), confirming: .people, "Take a forgotten PIN away"
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
        .on(.get, "/clients", .perItem, "One's own clients; everybody's for who manages people") { call in
            try await call.home.clients.list(as: call.identity).map {
                ClientBody($0, isThis: $0.id == call.identity.client)
            }
        },
        .on(.patch, "/clients/:id", .perItem, "Call a client something else", taking: NewNameBody.self) { call, new in
            let client = try await call.home.clients.rename(
                try call.id(of: Client.self), name: new.name, as: call.identity)
            return ClientBody(client, isThis: client.id == call.identity.client)
        },
        .on(.delete, "/clients/:id", .perItem, "Take a client out, at once") { call in
            try await call.home.clients.revoke(try call.id(of: Client.self), as: call.identity)
            return NoContent()
        },
        .on(.post, "/clients/:id/unlock", .console, "Let a client in again that failed too often") { call in
            try await call.home.pins.unlock(try call.id(of: Client.self), as: call.identity)
            return NoContent()
        },
    ]
}
