import GatewayCore
import HomeModel
import Hummingbird
import ProofOfPossession

/// One request of anyone, with the home it is about.
struct OpenCall: Sendable {
    let request: Request
    let home: Home
}

/// One request of someone who holds a key and has no session, or not yet.
struct KeyCall: Sendable {
    let request: Request
    let context: KeyContext
    let home: Home

    var key: KeyThumbprint { context.possession.key }

    func body<Body: DocumentedBody>(_ type: Body.Type) async throws -> Body {
        try await RequestBody(request: request, possession: context.possession).decode(type)
    }
}

/// One request of someone known.
struct Call: Sendable {
    let request: Request
    let context: HomeContext
    let home: Home

    var identity: Identity { context.identity }

    func body<Body: DocumentedBody>(_ type: Body.Type, upTo maximumBytes: Int) async throws -> Body {
        try await RequestBody(request: request, possession: context.possession)
            .decode(type, upTo: maximumBytes)
    }

    /// Passes when the asker may; a refusal is written down.
    func require(_ decision: Route.Decision, _ stepUp: StepUp?) async throws {
        switch decision {
        case .requires(let permission): try await home.peopleService.require(permission, of: identity)
        case .console: guard identity.actor == .console else { throw Problem.consoleOnly }
        case .perItem, .none: break
        }
        if let stepUp { try await home.peopleService.require(stepUp, of: identity) }
    }
}
