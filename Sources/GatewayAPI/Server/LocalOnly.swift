import HTTPTypes
import Hummingbird

/// Answers only who asks for this gateway by one of its own names, and only pages of its own that change something.
///
/// This is what stops a foreign page in a resident's browser: rebinding a name, or posting across sites.
struct LocalOnly: RouterMiddleware {
    typealias Context = DoorContext

    /// Exact, in lower case, with the port: `tomte.local:8443`.
    let authorities: @Sendable () -> Set<String>

    func handle(
        _ request: Request, context: DoorContext, next: (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority?.lowercased(), authorities().contains(authority) else {
            throw Problem.otherHost
        }
        if !request.isReading {
            guard request.isOfOwnPage(authority) else { throw Problem.crossSite }
            guard !request.hasBody || request.isJSON else { throw Problem.notJSON }
        }
        return try await next(request, context)
    }
}

extension Request {
    var isReading: Bool { [.get, .head].contains(method) }

    /// Programs send neither field; browsers send both truthfully.
    fileprivate func isOfOwnPage(_ authority: String) -> Bool {
        if let origin = headers[.origin], origin.lowercased() != "https://\(authority)" { return false }
        guard let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ headers[$0] }) else { return true }
        return site == "same-origin" || site == "none"
    }

    fileprivate var hasBody: Bool {
        headers[.contentLength].map { $0 != "0" } ?? (headers[.transferEncoding] != nil || headers[.contentType] != nil)
    }
}
