import GatewayCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging

/// Turns every error into problem details, and logs those that are our own fault. What happens behind it is written down
/// with the id that the problem shows.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = DoorContext

    func handle(
        _ request: Request, context: DoorContext, next: (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await RequestID.$current.withValue(context.requestID) { try await next(request, context) }
        } catch let cancellation as CancellationError {
            throw cancellation
        } catch {
            let problem = Problem(error)
            if problem.status == .notFound, error is any HTTPResponseError, let told = otherMethods(request, context) {
                return told
            }
            if problem.status.kind == .serverError {
                context.logger.error(
                    "a request failed",
                    metadata: [LogKey.requestID: "\(context.requestID)", LogKey.errorCode: "\(error)"])
            }
            return problem.response(requestID: context.requestID)
        }
    }

    /// The router finds nothing where an address exists, but for other methods; those are told.
    private func otherMethods(_ request: Request, _ context: DoorContext) -> Response? {
        let methods = RouteTable.methods(at: request.uri.path).map(\.rawValue)
        guard !methods.isEmpty else { return nil }
        var response = Problem.methodNotAllowed.response(requestID: context.requestID)
        response.headers[.allow] = methods.sorted().joined(separator: ", ")
        return response
    }
}
