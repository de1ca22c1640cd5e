import GatewayCore
import HTTPTypes
import Hummingbird
import Logging

/// Turns every error into problem details, and logs those that are our own fault.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = DoorContext

    func handle(
        _ request: Request, context: DoorContext, next: (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let cancellation as CancellationError {
            throw cancellation
        } catch {
            let problem = Problem(error)
            if problem.status.kind == .serverError {
                context.logger.error(
                    "a request failed",
                    metadata: [LogKey.requestID: "\(context.requestID)", LogKey.errorCode: "\(error)"])
            }
            return problem.response(requestID: context.requestID)
        }
    }
}
