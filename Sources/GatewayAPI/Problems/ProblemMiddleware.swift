import GatewayCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging

/// Converts every error to problem details, and logs the errors of the gateway itself. Audit entries of the request
/// contain the request id that the problem shows.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await RequestID.$current.withValue(context.requestID) { try await next(request, context) }
        } catch let cancellation as CancellationError {
            throw cancellation
        } catch {
            let problem = Problem(error)
            if problem.status == .notFound, error is any HTTPResponseError,
                let told = otherMethods(request, context: context)
            {
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

    /// The response 405 with `Allow`, if the address exists for other methods; nil otherwise. The router itself reports
    /// such a request as not found.
    private func otherMethods(_ request: Request, context: BaseRequestContext) -> Response? {
        let methods = RouteTable.methods(at: request.uri.path).map(\.rawValue)
        guard !methods.isEmpty else { return nil }
        var response = Problem.methodNotAllowed.response(requestID: context.requestID)
        response.headers[.allow] = methods.sorted().joined(separator: ", ")
        return response
    }
}
