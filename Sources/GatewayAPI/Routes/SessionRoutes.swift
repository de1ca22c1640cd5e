import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// Sessions of clients that are in, and what a PIN confirms.
enum SessionRoutes {
    static let all: [Route] = [
        .holdingKey(.post, "/sessions/refresh") { call in
            let refresh = try await call.body(RefreshBody.self)
            let tokens = try await call.home.clients.renew(refresh.refreshToken, key: call.key)
            return try .json(SessionBody(tokens))
        },
        .on(.delete, "/sessions/current", .perItem) { call in
            try await call.home.clients.signOut(as: call.identity)
            return .nothing
        },
        .on(.post, "/step-up", .perItem) { call in
            let stepUp = try await call.body(StepUpBody.self)
            try await call.home.pins.stepUp(stepUp.pin, for: stepUp.purpose, as: call.identity)
            return .nothing
        },
        .on(.put, "/people/:id/pin", .perItem) { call in
            let body = try await call.body(PINBody.self)
            try await call.home.pins.set(
                body.pin, current: body.currentPIN, of: try call.id(of: Person.self), as: call.identity)
            return .nothing
        },
        .on(.delete, "/people/:id/pin", .requires(.managePeople), confirming: .people) { call in
            try await call.home.pins.clear(try call.id(of: Person.self), as: call.identity)
            return .nothing
        },
        .on(.get, "/clients", .perItem) { call in
            let clients = try await call.home.clients.list(as: call.identity)
            return try .json(clients.map { ClientBody($0, isThis: $0.id == call.identity.client) })
        },
        .on(.delete, "/clients/:id", .perItem) { call in
            try await call.home.clients.revoke(try call.id(of: Client.self), as: call.identity)
            return .nothing
        },
        .on(.post, "/clients/:id/unlock", .console) { call in
            try await call.home.clients.unlock(try call.id(of: Client.self), as: call.identity)
            return .nothing
        },
    ]
}
