import Foundation

/// One request of the API, before it knows by which door it goes.
struct GatewayRequest: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    let method: Method
    /// Below `/api/v1`, such as `/devices/lamp-1`; made of ids, which need no escaping.
    let path: String
    var query: [(name: String, value: String?)] = []
    var body: Data?
    var headers: [(name: String, value: String)] = []
    /// The media type of the answer.
    var accepted = "application/json"
    /// For the whole answer.
    var deadline = Duration.seconds(10)

    init(_ method: Method, _ path: String) {
        self.method = method
        self.path = path
    }

    /// Absent values are left out.
    func asking(_ query: [(name: String, value: String?)]) -> GatewayRequest {
        var request = self
        request.query = query
        return request
    }

    func sending(_ body: some Encodable) throws(CommandFailure) -> GatewayRequest {
        var request = self
        do {
            request.body = try JSONEncoder().encode(body)
        } catch {
            throw .invalid("This cannot be sent: \(error)")
        }
        return request
    }

    func accepting(_ mediaType: String) -> GatewayRequest {
        var request = self
        request.accepted = mediaType
        return request
    }

    func within(_ deadline: Duration) -> GatewayRequest {
        var request = self
        request.deadline = deadline
        return request
    }

    func url(socket: String) -> String { "http+unix://\(Self.escaped(socket))\(target)" }

    func url(host: String, port: Int) -> String { "https://\(host):\(port)\(target)" }

    /// Path and query.
    private var target: String {
        let pairs = query.compactMap { item in item.value.map { "\(item.name)=\(Self.escaped($0))" } }
        return "/api/v1\(path)" + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// Source: RFC 3986 §2.3, unreserved characters.
    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
