import Foundation
import GatewayCore
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore

extension AuthenticatedCall {
    /// The id in the path. Throws `.notFound` for a text that cannot be an id, because no resource can have it.
    func id<Subject>(_ name: String = "id", of type: Subject.Type) throws -> Identifier<Subject> {
        guard let text = context.parameters.get(name), let id = Identifier<Subject>(text) else {
            throw ActionRefusal.notFound
        }
        return id
    }

    /// The date in the path.
    func date(_ name: String) throws(ActionRefusal) -> LocalDate {
        guard let date = context.parameters.get(name).flatMap({ LocalDate($0) }) else {
            throw .invalid(field: name, code: "malformed", detail: "A date is written like 2026-12-01.")
        }
        return date
    }

    /// The value of the parameter; nil if the query does not contain it.
    func query<Value>(_ parameter: QueryParameter<Value>) throws(ActionRefusal) -> Value? {
        try parameter.value(in: request.uri)
    }

    func query<Value>(_ parameter: RequiredParameter<Value>) throws(ActionRefusal) -> Value {
        try parameter.value(in: request.uri)
    }

    /// The link of RFC 8288 for the same query of `path`, from `cursor` on.
    func link(toPageAt cursor: String, path: String) -> String {
        var items = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("before=") }.map(String.init)
        items.append("before=\(cursor)")
        return "<\(UnixSocketServer.prefix)\(path)?\(items.joined(separator: "&"))>; rel=\"next\""
    }

    /// The versions in `If-Match`; nil without the field, and for `*`, which any version matches. A weak tag matches no
    /// version. Source: RFC 9110 §13.1.1.
    var expectedVersions: Set<String>? {
        guard let field = request.headers[.ifMatch] else { return nil }
        let tags = field.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard tags != ["*"] else { return nil }
        let strong = tags.filter { $0.count > 2 && $0.hasPrefix("\"") && $0.hasSuffix("\"") }
        return Set(strong.map { String($0.dropFirst().dropLast()) })
    }

    /// Whether `Accept` lists this media type.
    func accepts(_ mediaType: String) -> Bool {
        request.headers[values: .accept].contains { field in
            field.split(separator: ",").contains { $0.mediaType == mediaType }
        }
    }
}

extension ActionRefusal {
    /// The refusal that names the resource of the address, which does not exist for the caller. `path` is the path of
    /// the route.
    static func missing(at path: String, parameters: Parameters) -> ActionRefusal {
        let pieces = path.split(separator: "/")
        guard let place = pieces.firstIndex(of: ":id"), place > 0, let id = parameters.get("id") else {
            return .notFound
        }
        let noun = nouns[String(pieces[place - 1])] ?? "entry"
        return .missing("There is no \(noun) “\(EscapedText(id, limit: 100))”, or you may not see it.")
    }

    private static let nouns = [
        "appliances": "appliance", "attachments": "photograph or manual",
        "clients": "client", "commands": "command", "crash-reports": "crash report", "credentials": "credential",
        "denies": "deny",
        "device-makers": "maker", "device-pairings": "paired device", "devices": "device",
        "discovered": "discovered device",
        "findings": "finding", "grants": "grant",
        "imports": "import", "incidents": "incident", "invitations": "invitation", "pairing-codes": "invitation",
        "pairings": "pairing",
        "people": "person",
        "rooms": "room", "strikes": "strike", "tasks": "task", "tokens": "token",
    ]
}

extension StringProtocol {
    /// A media type in lower case, without its parameters.
    var mediaType: String { prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased() }
}

extension Response {
    static func json(_ body: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        .json(bytes: try JSONEncoder.forResponses.encode(body), status: status)
    }

    static func json(bytes: some Sequence<UInt8>, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension JSONEncoder {
    /// An encoder that always gives the same bytes for the same value.
    static var forResponses: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
