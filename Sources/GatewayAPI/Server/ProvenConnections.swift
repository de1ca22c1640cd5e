import GatewayCore
import Hummingbird
import ProofOfPossession

/// Notes on which connections a request proved a paired key or carried a valid token, for `ConnectionLimit`.
struct ProvenConnections: RouterMiddleware {
    typealias Context = DoorContext

    let limit: ConnectionLimit
    let sessions: SessionRegister

    func handle(
        _ request: Request, context: DoorContext, next: (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        if await isProven(context) { limit.noteProof(on: context.connection) }
        return try await next(request, context)
    }

    private func isProven(_ context: DoorContext) async -> Bool {
        if context.identity != nil { return true }
        guard let key = context.possession?.key else { return false }
        return await sessions.isPaired(key)
    }
}
