import Hummingbird

/// Responds to HEAD with the header fields of the response to GET, and without a body. Source: RFC 9110 §9.3.2.
struct HeadMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        return request.method == .head ? response.createHeadResponse() : response
    }
}
