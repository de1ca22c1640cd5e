import Hummingbird

/// What HEAD is answered has the fields of what GET is, and no body. Source: RFC 9110 §9.3.2.
struct HeadMiddleware: RouterMiddleware {
    typealias Context = DoorContext

    func handle(
        _ request: Request, context: DoorContext, next: (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        return request.method == .head ? response.createHeadResponse() : response
    }
}
