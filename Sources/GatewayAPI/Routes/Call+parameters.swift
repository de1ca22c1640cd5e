import Foundation
import GatewayCore
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore

extension Call {
    /// The id in the path. What cannot be an id cannot exist.
    func id<Subject>(_ name: String = "id", of type: Subject.Type) throws -> Identifier<Subject> {
        guard let text = context.parameters.get(name), let id = Identifier<Subject>(text) else {
            throw ActRefusal.notFound
        }
        return id
    }

    /// The refusal that names what the address asks for and is not there for the asker. `path` is that of the route.
    func missing(at path: String) -> ActRefusal {
        let pieces = path.split(separator: "/")
        guard let place = pieces.firstIndex(of: ":id"), place > 0, let id = context.parameters.get("id") else {
            return .notFound
        }
        let noun = Self.nouns[String(pieces[place - 1])] ?? "entry"
        return .missing("There is no \(noun) “\(InertText(id, limit: 100))”, or you may not see it.")
    }

    private static let nouns = [
        "clients": "client", "commands": "command", "credentials": "credential", "denies": "deny",
        "devices": "device", "discovered": "discovered device", "findings": "finding", "grants": "grant",
        "imports": "import", "pairing-codes": "invitation", "pairings": "pairing", "people": "person",
        "rooms": "room", "strikes": "strike", "tokens": "token",
    ]

    /// Nil when it is not there.
    func query<Value>(_ parameter: QueryParameter<Value>) throws(ActRefusal) -> Value? {
        try parameter.value(in: request.uri)
    }

    func query<Value>(_ parameter: RequiredParameter<Value>) throws(ActRefusal) -> Value {
        try parameter.value(in: request.uri)
    }

    /// Whether the asker names this media type among those that it takes.
    func accepts(_ mediaType: String) -> Bool {
        request.headers[values: .accept].contains { field in
            field.split(separator: ",").contains { $0.mediaType == mediaType }
        }
    }
}

extension StringProtocol {
    /// A media type without its parameters.
    var mediaType: String { prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased() }
}

extension Response {
    static func json(_ body: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        .json(bytes: try JSONEncoder.ofAnswers.encode(body), status: status)
    }

    static func json(bytes: some Sequence<UInt8>, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension JSONEncoder {
    /// The same value always gives the same bytes.
    static var ofAnswers: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
