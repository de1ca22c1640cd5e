import Foundation
import GatewayCore
import HomeModel
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

extension Call {
    /// Passes when the asker may; a refusal is written down.
    func require(_ decision: Route.Decision, _ stepUp: StepUp?) async throws {
        switch decision {
        case .requires(let permission): try await home.peopleService.require(permission, of: identity)
        case .console: guard identity.actor == .console else { throw Problem.consoleOnly }
        case .perItem, .none: break
        }
        if let stepUp { try await home.peopleService.require(stepUp, of: identity) }
    }

    /// The id in the path. What cannot be an id cannot exist.
    func id<Subject>(_ name: String = "id", of type: Subject.Type) throws -> Identifier<Subject> {
        guard let text = context.parameters.get(name), let id = Identifier<Subject>(text) else {
            throw ActRefusal.notFound
        }
        return id
    }

    func body<Body: Decodable>(
        _ type: Body.Type, upTo maximumBytes: Int = RequestBody.maximumBytes
    ) async throws -> Body {
        try await RequestBody(request: request, possession: context.possession, clock: home.clock)
            .decode(type, upTo: maximumBytes)
    }

    func query(_ name: String) -> String? { request.uri.queryParameters[Substring(name)].map(String.init) }

    /// A query parameter read by `parse`; a problem that names the field when it cannot be read.
    func query<Value>(_ name: String, _ hint: String, _ parse: (String) -> Value?) throws -> Value? {
        guard let text = query(name) else { return nil }
        guard let value = parse(text) else {
            throw ActRefusal.invalid(field: name, code: "malformed", detail: "“\(name)” must be \(hint).")
        }
        return value
    }

    func requiredQuery<Value>(_ name: String, _ hint: String, _ parse: (String) -> Value?) throws -> Value {
        guard let value = try query(name, hint, parse) else {
            throw ActRefusal.invalid(field: name, code: "missing", detail: "“\(name)” is missing; give \(hint).")
        }
        return value
    }

    /// Whether the asker names this media type among those that it takes.
    func accepts(_ mediaType: String) -> Bool {
        request.headers[values: .accept].contains { field in
            field.split(separator: ",").contains { range in
                let name = range.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
                return name.lowercased() == mediaType
            }
        }
    }

    func time(_ name: String) throws -> Timestamp? {
        try query(name, "a time like 2026-01-31T12:00:00Z", Timestamp.init(rfc3339:))
    }
}

extension Response {
    static func json(_ body: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(body))))
    }

    static var nothing: Response { Response(status: .noContent) }
}
