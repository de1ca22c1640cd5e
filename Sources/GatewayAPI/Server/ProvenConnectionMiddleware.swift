import GatewayCore
import Hummingbird
import ProofOfPossession

/// Reports to `ConnectionLimit` the connections on which a request proved a paired key or carried a valid token.
struct ProvenConnectionMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    let limit: ConnectionLimit
    let sessions: SessionRegistry

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        if await isProven(context) { limit.markProven(on: context.connection) }
        return try await next(request, context)
    }

    private func isProven(_ context: BaseRequestContext) async -> Bool {
        if context.identity != nil { return true }
        guard let key = context.possession?.key else { return false }
        return await sessions.isPaired(key)
    }
}
